// A finished game as its page shows it: through whose eyes, at which moment, standing or playing.

import type { Building } from "../board/Board.svelte";
import { inks, seatInk, type Ink, type SeatInk } from "../board/ink.ts";
import { loadVariant } from "../data/load.ts";
import type { Variant } from "../data/variant.ts";
import { ask } from "../live/api.ts";
import type { GameEvent, GameTold, Moment, Moments, Scene, View } from "../live/wire.ts";
import { Names } from "../words/narrate.ts";
import { words } from "../words/words.svelte.ts";
import { scenesOf } from "./scenes.ts";

/** Events that say nothing by themselves in a list of moves. */
const QUIET = new Set(["turn_began", "row_filled"]);
export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP_MS = 1400;

interface Eyes {
  moments: Moment[];
  scenes: Scene[];
}

/** What was made of some parts, until one of the parts is another. */
class Kept<Part, Made> {
  private parts: readonly Part[] | null = null;
  private made!: Made;
  at(parts: readonly Part[], make: (parts: readonly Part[]) => Made): Made {
    if (this.parts?.length !== parts.length || parts.some((part, i) => part !== this.parts![i])) [this.parts, this.made] = [parts, make(parts)];
    return this.made;
  }
}

export class Replay {
  told = $state.raw<GameTold | null>(null);
  variant = $state.raw<Variant | null>(null);
  at = $state(0);
  /** The seat whose eyes we look through; nothing: all cards open. */
  seat = $state<number | null>(null);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  private eyes = $state.raw<Eyes | null>(null);
  private known = new Map<number | null, Promise<Eyes>>();
  private timer = 0;

  constructor(readonly id: string) {}

  async load(at: number): Promise<void> {
    const [told, eyes] = await Promise.all([ask<GameTold>(`games/${encodeURIComponent(this.id)}`), this.look(null)]);
    this.variant = await loadVariant(told.card.variant);
    [this.told, this.eyes] = [told, eyes];
    this.go(at);
  }

  /** Look through other eyes, at the same moment. */
  async through(seat: number | null): Promise<void> {
    this.seat = seat;
    const eyes = await this.look(seat);
    if (this.seat === seat) this.eyes = eyes;
  }

  private look(seat: number | null): Promise<Eyes> {
    let found = this.known.get(seat);
    if (!found) {
      found = ask<Moments>(`games/${encodeURIComponent(this.id)}/moments${seat === null ? "" : `?seat=${seat}`}`).then((told) => ({
        moments: told.moments,
        scenes: scenesOf(told),
      }));
      found.catch(() => this.known.delete(seat));
      this.known.set(seat, found);
    }
    return found;
  }

  get ready(): boolean {
    return this.told !== null && this.variant !== null && this.eyes !== null;
  }

  // ---------------------------------------------------------------- where we are
  get last(): number {
    return Math.max(0, (this.eyes?.moments.length ?? 1) - 1);
  }
  go(to: number): void {
    this.at = Math.min(this.last, Math.max(0, Number.isFinite(to) ? Math.round(to) : 0));
    if (this.at === this.last) this.stop();
  }
  /** One step on or back; nobody means to go on playing then. */
  step(by: number): void {
    this.stop();
    this.go(this.at + by);
  }
  /** The begin of the next turn, or of this one or the one before. */
  turn(by: 1 | -1): void {
    const found = by > 0 ? this.turns.find((it) => it > this.at) : this.turns.findLast((it) => it < this.at);
    this.stop();
    this.go(found ?? (by > 0 ? this.last : 0));
  }
  play(): void {
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.later();
  }
  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }
  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }
  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      this.go(this.at + 1);
      if (this.playing) this.later();
    }, STEP_MS / this.speed) as unknown as number;
  }

  // ---------------------------------------------------------------- what is there
  get moments(): Moment[] {
    return this.eyes?.moments ?? [];
  }
  get moment(): Moment {
    return this.moments[this.at]!;
  }
  get scenes(): Scene[] {
    return this.eyes?.scenes ?? [];
  }
  get scene(): Scene {
    return this.scenes[this.at]!;
  }
  get view(): View {
    return this.scene.view;
  }
  /** The moments at which a turn has just begun. */
  turns = $derived(this.moments.flatMap((it, i) => (it.events.some((event) => event.event === "turn_began") ? [i] : [])));
  colours: Map<string, Ink> = $derived(inks(this.variant?.data.cards.colours ?? []));
  seatInks: SeatInk[] = $derived(this.told?.card.seats.map((seat, i) => seatInk(seat.colour, i)) ?? []);
  names: Names = $derived(
    new Names(this.variant!, this.told!.card.seats.map((seat) => (seat.bot === null ? seat.name : words.bot(seat.name || seat.bot)))),
  );
  private owned = new Kept<string[], Map<string, number>>();
  private built = new Kept<string[], Building[]>();
  // Most moves change nothing on the board: what is the same stays the same thing, so that nothing is drawn anew.
  owners: Map<string, number> = $derived(
    this.owned.at(this.view.seats.map((seat) => seat.tracks), (all) => new Map(all.flatMap((tracks, seat) => tracks.map((track) => [track, seat] as const)))),
  );
  buildings: Building[] = $derived(
    this.built.at(this.view.seats.flatMap((seat) => [seat.stations, seat.harbours]), (all) =>
      all.flatMap((cities, i) => cities.map((city) => ({ city, seat: i >> 1, kind: i % 2 ? ("harbour" as const) : ("station" as const) }))),
    ),
  );

  /** The piece that the cards of a kind move. */
  pieceOf(card: string): string {
    const form = card.split(".")[1];
    return this.variant!.data.cards.decks[form === "ship" || form === "double" ? 1 : 0]?.id ?? "train";
  }

  /** What happened at a moment, in sentences. */
  said(moment: Moment): string[] {
    const loud = (moment.events as GameEvent[]).filter((event) => !QUIET.has(event.event));
    return loud.map((event) => this.names.narrate(event));
  }
}
