// Moves as one types them: what the choice lists, in the canonical text, to complete what somebody has begun to type.

import type { Choice } from "../live/wire.ts";

/** Moves that begin with what was typed; all places of a payment, all payments of a place. */
export function completions(choice: Choice, typed: string, manyDecks: boolean, most = 40): string[] {
  const wanted = typed.trimStart().toLowerCase();
  const out: string[] = [];
  const add = (move: string) => out.length < most && move.startsWith(wanted) && move !== wanted && out.push(move);
  for (const { card, refills } of choice.row) {
    if (refills.length) for (const deck of refills) add(`row ${card} refill ${deck}`);
    else add(`row ${card}`);
  }
  for (const deck of choice.blind) add(manyDecks ? `blind ${deck}` : "blind");
  if (choice.tickets) add("tickets");
  for (const [verb, places] of [["claim", choice.claims], ["station", choice.stations], ["harbour", choice.harbours]] as const) {
    for (const { places: ids, payments } of places) {
      for (const id of ids) {
        // Until a place is typed, its cheapest payment stands for all of them.
        const whole = wanted.startsWith(`${verb} ${id}`);
        for (const payment of whole ? payments : payments.slice(0, 1)) add(`${verb} ${id} ${payment}`);
      }
    }
  }
  for (const payment of choice.pay) add(`pay ${payment}`);
  if (choice.decline) add("decline");
  for (const { given, taken, most: number } of choice.swaps) add(`swap ${number} ${given} ${taken}`);
  if (choice.stop) add("stop");
  if (choice.passing) add("pass");
  return out;
}
