// A game as its page shows it: the session's view with everything found by id. No rule is asked here; what can be done
// stands in the choice that the server gives, and why something can't be done is asked of it.

import { untrack } from "svelte";
import type { Building } from "../board/Board.svelte";
import { inks, seatInk, type Ink, type SeatInk } from "../board/ink.ts";
import type { Variant } from "../data/variant.ts";
import type { Session } from "../live/session.svelte.ts";
import type { Choice, GameEvent, PlaceChoice, Reason, SeatView, View } from "../live/wire.ts";
import { settings } from "../settings.svelte.ts";
import { countCards, Names } from "../words/narrate.ts";
import { words } from "../words/words.svelte.ts";

export type Place = { verb: "claim" | "station" | "harbour"; id: string };

/** What a game is seen through: a session, or anything that tells as much of a table. */
export type Source = Pick<
  Session,
  "id" | "table" | "seat" | "told" | "log" | "outlook" | "sent" | "busy" | "refused" | "connected" | "here" | "ahead" | "play" | "command" | "rematch" | "why"
>;

/** A tunnel as it is shown: the cards that were revealed, and what came of it. */
export interface Drama {
  seat: number;
  track: string;
  base: readonly string[];
  revealed: readonly { card: string; counts: boolean }[];
  end: "open" | "claimed" | "declined";
}

/** What is told of somebody's turn beside the name: what changed, and not what led there. */
const TOLD = new Set<string>(["row_taken", "blind_drawn", "tickets_kept", "track_claimed", "station_built", "harbour_built", "tunnel_declined", "pieces_swapped"]);
const PLACES = { claim: "claims", station: "stations", harbour: "harbours" } as const;

export class Play {
  /** What is being looked at: a track or city with its payments, or why there are none. */
  place = $state.raw<Place | null>(null);
  /** A card that whoever pays must be among the cards: it was dragged there. */
  card = $state<string | null>(null);
  reason = $state.raw<Reason | null>(null);
  /** Why something else than a place can't be done. */
  refusal = $state.raw<Reason | null>(null);
  /** Cities to light, tracks of a way, because of a ticket or a line of the log. */
  litCities = $state.raw<ReadonlySet<string>>(new Set());
  way = $state.raw<ReadonlySet<string>>(new Set());
  /** Which buildings the taps on cities are for. */
  building = $state<"station" | "harbour" | null>(null);
  /** A kind of card: only the tracks that it can help to pay for glow. */
  only = $state<string | null>(null);
  /** Moves that are to be played as soon as it is our turn: an action, or both cards of a draw. */
  plan = $state.raw<readonly string[]>([]);
  /** The plan could not be carried out. */
  planFailed = $state(false);
  /** A moment of the past that the board shows, by the number of a line of the log. */
  moment = $state<number | null>(null);
  drama = $state.raw<Drama | null>(null);
  /** How the last tap came, for those who confirm by touch only. */
  byTouch = false;

  private next: string | null = null;

  constructor(
    readonly session: Source,
    readonly variant: Variant,
  ) {
    this.colours = inks(variant.data.cards.colours);
  }

  readonly colours: Map<string, Ink>;

  get view(): View {
    return this.session.table!.game!;
  }
  get choice(): Choice | null {
    return this.session.table!.stage === "playing" ? this.view.choice : null;
  }
  /** What can be done now, or else what could be done if it were our turn. */
  get offer(): Choice | null {
    if (this.session.table!.stage !== "playing") return null;
    return this.choice ?? this.session.outlook?.ahead ?? null;
  }
  /** It is not our turn, but we can say already what we want. */
  get planning(): boolean {
    return this.choice === null && this.offer !== null;
  }
  get own(): SeatView | null {
    return this.session.seat === null ? null : this.view.seats[this.session.seat]!;
  }
  get seatInks(): SeatInk[] {
    return this.session.table!.chairs.map((chair, i) => seatInk(chair.colour, i));
  }
  get names(): Names {
    return new Names(this.variant, this.session.table!.chairs.map((chair) => this.chairName(chair.bot, chair.name)));
  }
  private chairName(bot: string | null, name: string): string {
    return bot === null ? name : words.bot(bot);
  }
  /** Names for where a sign says already who is a bot. */
  get shortNames(): Names {
    return new Names(this.variant, this.session.table!.chairs.map((chair) => (chair.bot === null ? chair.name : words.botName(chair.bot))));
  }

  /** What somebody did in the last turn, or does in this one, in words. */
  deed(seat: number): string {
    const events: GameEvent[] = [];
    for (let i = this.session.log.length - 1; i >= 0; i--) {
      const { event } = this.session.log[i]!;
      if (!("seat" in event) || event.seat !== seat) continue;
      if (event.event === "turn_began") {
        if (events.length) break;
        continue;
      }
      if (TOLD.has(event.event)) events.unshift(event);
    }
    return [...new Set(events.slice(-2).map((event) => this.names.narrate(event)))].join(words.lang === "en" ? " " : "");
  }

  // ---------------------------------------------------------------- what stands on the board
  private built = $derived.by(() => {
    const owners = new Map<string, number>();
    const buildings: Building[] = [];
    if (this.moment === null) {
      for (const seat of this.view.seats) {
        for (const track of seat.tracks) owners.set(track, seat.seat);
        for (const city of seat.stations) buildings.push({ city, seat: seat.seat, kind: "station" });
        for (const city of seat.harbours) buildings.push({ city, seat: seat.seat, kind: "harbour" });
      }
      return { owners, buildings, recent: this.lastTrack(Infinity) };
    }
    for (const { number, event } of this.session.log) {
      if (number > this.moment) break;
      if (event.event === "track_claimed") owners.set(event.track, event.seat);
      else if (event.event === "station_built") buildings.push({ city: event.city, seat: event.seat, kind: "station" });
      else if (event.event === "harbour_built") buildings.push({ city: event.city, seat: event.seat, kind: "harbour" });
    }
    return { owners, buildings, recent: this.lastTrack(this.moment) };
  });
  private lastTrack(until: number): string | null {
    const claim = this.session.log.findLast(({ number, event }) => number <= until && event.event === "track_claimed")?.event;
    return claim && "track" in claim ? claim.track : null;
  }
  get owners(): Map<string, number> {
    return this.built.owners;
  }
  get buildings(): Building[] {
    return this.built.buildings;
  }
  get recent(): string | null {
    return this.built.recent;
  }
  get open(): Set<string> {
    if (this.moment !== null || this.building) return new Set();
    const only = this.only;
    const claims = this.offer?.claims.filter((it) => only === null || it.payments.some((payment) => countCards(payment).has(only)));
    return new Set(claims?.flatMap((it) => it.places) ?? []);
  }
  get openCities(): Set<string> {
    if (!this.building) return new Set();
    return new Set(this.offer?.[PLACES[this.building]].flatMap((it) => it.places) ?? []);
  }
  /** The piece that the cards of a kind move. */
  pieceOf(card: string): string {
    const form = card.split(".")[1];
    const second = form === "ship" || form === "double";
    return this.variant.data.cards.decks[second ? 1 : 0]?.id ?? "train";
  }
  /** The kinds of a hand with their numbers, always in the same order. */
  sorted(cards: Record<string, number>): [string, number][] {
    const colours = this.variant.data.cards.colours;
    const rank = (card: string): number => {
      const [colour, form = ""] = card.split(".") as [string, string?];
      if (card === "wild") return 1000;
      return (this.pieceOf(card) === this.variant.data.cards.decks[0]?.id ? 0 : 500) + colours.indexOf(colour) * 8 + form.length;
    };
    return Object.entries(cards)
      .filter(([, number]) => number > 0)
      .toSorted(([a], [b]) => rank(a) - rank(b));
  }

  // ---------------------------------------------------------------- choosing
  /** The payments that a place takes, cheapest first as the server lists them. */
  payments(place: Place): string[] {
    const lists: PlaceChoice[] = this.offer?.[PLACES[place.verb]] ?? [];
    return lists.find((it) => it.places.includes(place.id))?.payments ?? [];
  }

  /** Whether a second tap has to say yes. */
  get confirming(): boolean {
    const wanted = settings.get("confirm");
    return wanted === "always" || (wanted === "touch" && this.byTouch);
  }

  async pick(place: Place, card: string | null = null): Promise<void> {
    this.refusal = this.reason = null;
    this.card = card;
    this.litCities = new Set();
    this.session.refused = null;
    const payments = this.payments(place);
    if (payments.length === 1 && !this.confirming && !this.planning) {
      this.drop();
      return this.do(`${place.verb} ${place.id} ${payments[0]}`);
    }
    this.place = place;
    if (this.session.seat === null || payments.length || this.view.result) return;
    const reason = await this.session.why(`${place.verb} ${place.id}`, words.lang);
    if (this.place === place) this.reason = reason;
  }

  pickCity(id: string): void {
    if (this.building) void this.pick({ verb: this.building, id });
  }

  /** Say why a move that is shown but can't be made can't be made. */
  async whyNot(move: string): Promise<void> {
    this.drop();
    if (this.session.seat === null) return;
    this.refusal = await this.session.why(move, words.lang);
  }

  drop(): void {
    this.place = this.reason = this.refusal = this.card = null;
  }

  light(cities: Iterable<string>, way: Iterable<string> = []): void {
    this.litCities = new Set(cities);
    this.way = new Set(way);
  }

  /** Show the board as it was after a line of the log. */
  show(number: number | null): void {
    this.moment = number;
    if (number !== null) this.drop();
  }

  // ---------------------------------------------------------------- playing
  /** Play a move now; or as soon as the one on its way has come through; or when it is our turn. */
  async do(move: string): Promise<void> {
    this.moment = null;
    this.drop();
    this.planFailed = false;
    if (this.session.busy) {
      this.next = move;
      return;
    }
    if (this.planning) {
      this.plan = this.planned(move);
      return;
    }
    await this.send(move);
  }

  private async send(move: string, queue = ""): Promise<void> {
    const played = await this.session.play(move, queue);
    this.light([]);
    const next = this.next;
    this.next = null;
    if (!played) return;
    this.building = null;
    if (next !== null && this.can(next)) await this.send(next);
  }

  /** Two draws go together, the second queued behind the first; the server drops it where the first was all. */
  private planned(move: string): string[] {
    const draws = (text: string | undefined) => text !== undefined && /^(row|blind)/.test(text);
    const first = this.plan[0];
    if (draws(move) && draws(first) && this.plan.length === 1) return [first!, move];
    return [move];
  }

  /** Whether the choice of now has a move. What was planned may not be there any more. */
  private can(move: string): boolean {
    const { choice } = this;
    if (!choice) return false;
    const [verb, what = "", refill, deck] = move.split(" ") as [string, string?, string?, string?];
    if (verb === "row") {
      const found = choice.row.find((it) => it.card === what);
      return found !== undefined && (refill === undefined ? found.refills.length < 2 : found.refills.includes(deck!) || found.refills.length === 0);
    }
    if (verb === "blind") return choice.blind.includes(what || choice.blind[0] || "none");
    if (verb === "tickets") return choice.tickets;
    if (verb in PLACES) {
      return this.payments({ verb: verb as Place["verb"], id: what }).includes(move.split(" ").slice(2).join(" "));
    }
    return true;
  }

  /** Our turn has come: carry out the plan, if it can be. */
  follow(): void {
    untrack(() => {
      const [first, second] = this.plan;
      if (first === undefined || this.choice?.kind !== "turn" || this.session.busy) return;
      this.plan = [];
      if (this.can(first)) void this.send(first, second);
      else this.planFailed = true;
    });
  }

  // ---------------------------------------------------------------- tunnels
  /** Put what happened into the picture of a tunnel. */
  stage(events: readonly GameEvent[]): void {
    for (const event of events) {
      if (event.event === "tunnel_entered") {
        this.drama = { seat: event.seat, track: event.track, base: event.base, revealed: [], end: "open" };
        continue;
      }
      const drama = this.drama;
      if (!drama || !("seat" in event) || event.seat !== drama.seat) continue;
      if (event.event === "tunnel_revealed") this.drama = { ...drama, revealed: [...drama.revealed, event] };
      else if (event.event === "track_claimed" && event.track === drama.track) this.drama = { ...drama, end: "claimed" };
      else if (event.event === "tunnel_declined") this.drama = { ...drama, end: "declined" };
    }
  }
}
