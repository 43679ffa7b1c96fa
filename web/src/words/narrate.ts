// Sentences of the engine's events with names for ids: the counterpart of game/narrate.py over the same texts.

import type { Track, Variant } from "../data/variant.ts";
import type { GameEvent, ScoreLine } from "../live/wire.ts";
import { words } from "./words.svelte.ts";

const FORM_OF: Record<string, string> = { "": "plain", mark: "marked", ship: "single", double: "double" };

/** Seats of the same name are numbered, such as two bots of one level. */
function toldApart(names: readonly string[]): string[] {
  const before = new Map<string, number>();
  return names.map((name) => {
    const number = (before.get(name) ?? 0) + 1;
    before.set(name, number);
    return name && names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${number}` : name;
  });
}

export class Names {
  readonly seats: readonly string[];

  constructor(
    readonly variant: Variant,
    seats: readonly string[],
  ) {
    this.seats = toldApart(seats);
  }

  private say(id: string, parameters: Record<string, string | number> = {}): string {
    return words.engineText(id, parameters) ?? "";
  }

  term(kind: string, id: string, parameters: Record<string, string | number> = {}): string {
    return words.engineText(`terms.${kind}_${id}`, parameters) ?? id;
  }

  seat(seat: number): string {
    return this.seats[seat] || this.say("terms.seat", { number: seat + 1 });
  }

  city(id: string): string {
    return this.variant.city(id, words.lang) || this.say("terms.junction");
  }

  cities(ids: readonly string[]): string {
    return ids.map((id) => this.city(id)).join(this.say("terms.between"));
  }

  track(id: string): string {
    const track = this.variant.tracks.get(id);
    if (!track) return id;
    const ends = this.cities([track.a, track.b]);
    const others = [...this.variant.tracks.values()].filter(
      (it) => it.id !== id && ((it.a === track.a && it.b === track.b) || (it.a === track.b && it.b === track.a)),
    );
    return others.length ? this.say("terms.with_more", { what: ends, more: this.which(track, others) }) : ends;
  }

  private which(track: Track, others: readonly Track[]): string {
    if (others.every((it) => it.colour !== track.colour)) return this.term("colour", track.colour);
    if (others.every((it) => it.piece !== track.piece)) return this.piece(track.piece);
    return track.id.split(".").at(-1)!;
  }

  ticket(id: string): string {
    return this.cities(this.variant.tickets.get(id)?.cities ?? [id]);
  }

  tickets(number: number, ids: readonly string[] | null): string {
    const counted = this.say("terms.tickets", { number });
    if (!ids?.length) return counted;
    return this.say("terms.with_more", { what: counted, more: this.listed(ids.map((id) => this.ticket(id))) });
  }

  listed(parts: readonly string[]): string {
    return parts.join(this.say("terms.comma"));
  }

  card(id: string): string {
    if (id === "wild") return this.say("terms.card_wild");
    const [colour, form = ""] = id.split(".") as [string, string?];
    return this.term("card", FORM_OF[form] ?? form, { colour: this.term("colour", colour) });
  }

  oneCard(id: string | null): string {
    if (id === null) return this.say("terms.unseen_card");
    const card = this.card(id);
    return this.say("terms.one_card", { card, vowel: /^[aeiou]/i.test(card) ? 1 : 0 });
  }

  /** Cards by kind with their numbers, from a list of cards or from the text of a payment. */
  cards(cards: readonly string[] | string): string {
    const counts = [...countCards(cards)];
    return this.listed(counts.map(([id, number]) => this.say("terms.counted_cards", { card: this.card(id), number })));
  }

  piece(id: string, number = 1): string {
    return this.term("piece", id, { number });
  }

  pieces(id: string, number: number): string {
    return this.say("terms.counted_pieces", { number, piece: this.piece(id, number) });
  }

  pile(deck: string): string {
    if (this.variant.data.cards.decks.length === 1) return this.say("terms.pile");
    return this.say("terms.pile_of", { deck: this.piece(deck) });
  }

  district(id: string): string {
    return this.say("terms.district", { id });
  }

  scoreLine(line: ScoreLine): string {
    if (line.kind === "tickets") {
      return this.say("terms.with_more", { what: this.ticket(line.what), more: this.term("outcome", line.outcome) });
    }
    if (line.what && line.kind === "tracks") return this.track(line.what);
    if (line.what && line.kind === "harbours") return this.city(line.what);
    if (line.what && line.kind === "districts") return this.district(line.what);
    return this.say("terms.with_more", { what: this.term("score", line.kind), more: line.number });
  }

  /** A move that somebody may make, in few words: the card, the pile, or the place with what is paid. */
  move(text: string): string {
    const [verb, what = ""] = text.split(" ") as [string, string?];
    if (verb === "row") return this.card(what);
    if (verb === "blind") return this.pile(what || this.variant.data.cards.decks[0]!.id);
    if (verb === "tickets") return words.say("hintTickets");
    if (verb !== "claim" && verb !== "station" && verb !== "harbour") return text;
    const place = verb === "claim" ? this.track(what) : this.city(what);
    const paid = text.split(" ").slice(2).join(" ");
    return paid ? this.say("terms.with_more", { what: place, more: this.cards(paid) }) : place || text;
  }

  /** An event as a sentence. */
  narrate(event: GameEvent): string {
    let message: string = event.event;
    const fields: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(event)) {
      if (name === "seat") fields.seat = this.seat(value as number);
      else if (name === "track") fields.track = this.track(value as string);
      else if (name === "city") fields.city = this.city(value as string);
      else if (name === "card") fields.card = this.oneCard(value as string | null);
      else if (name === "deck") fields.deck = this.pile(value as string);
      else if (name === "how") fields.how = this.term("how", value as string);
      else if ((name === "cards" || name === "base") && Array.isArray(value)) fields[name] = this.cards(value as string[]);
      else if (typeof value === "number" || typeof value === "string") fields[name] = value;
    }
    switch (event.event) {
      case "tunnel_revealed":
        message += event.counts ? "_counts" : "";
        break;
      case "choice_made":
        message += `_${event.decision}`;
        break;
      case "tickets_offered":
        fields.tickets = this.tickets(event.number, event.tickets);
        break;
      case "tickets_kept":
        fields.kept = this.tickets(event.number, event.kept);
        fields.others = this.tickets(event.given_back, event.others);
        if (event.given_back) message += event.boxed ? "_boxed" : "_under";
        break;
      case "pieces_swapped":
        fields.given = this.pieces(event.given, event.number);
        fields.taken = this.pieces(event.taken, event.number);
        break;
      case "pieces_split": {
        const [first, second] = this.variant.pieces as [string, string];
        fields.first = this.pieces(first, event.first);
        fields.second = this.pieces(second, event.second);
        break;
      }
      case "turn_began":
        fields.number = event.turn + 1;
        break;
    }
    return this.say(`events.${message}`, fields);
  }
}

/** "red*2 wild" or ["red", "red", "wild"] as counts in the same order. */
export function countCards(cards: readonly string[] | string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of typeof cards === "string" ? cards.split(" ").filter(Boolean) : cards) {
    const [id, times = "1"] = word.split("*") as [string, string?];
    counts.set(id, (counts.get(id) ?? 0) + Number(times));
  }
  return counts;
}
