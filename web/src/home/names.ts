// What a table and its chairs are called.

import type { Card, Chair, Setup } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";

/** A bot by its level or name. */
export const botName = (bot: string): string => words.bot(bot);

/** Several bots of a level, as opponents. */
export const companyName = (bot: string): string => words.say("levelOther", { name: words.engineText(`levels.name_${bot}`) ?? bot });

/** Who has a chair; nothing if nobody does. */
export function chairName(chair: Chair): string {
  if (chair.person) return chair.name;
  // A bot that took over in mid-game keeps the name that the others know.
  return chair.bot ? (chair.name === chair.bot ? botName(chair.bot) : chair.name) : "";
}

/** How long one may think, in words. */
export function clockName(clock: Setup["clock"]): string {
  switch (clock?.kind) {
    case "per_move":
      return words.say("clockMove", { number: clock.seconds });
    case "bank":
      return words.say("clockBank", { minutes: Math.round(clock.seconds / 60), seconds: clock.increment });
    case "days":
      return words.say("clockDays", { number: clock.days });
    default:
      return words.say("clockNone");
  }
}

/** The paces that one chooses from. */
export const PACES: { live: boolean; clock: Setup["clock"] }[] = [
  { live: true, clock: null },
  { live: true, clock: { kind: "per_move", seconds: 60 } },
  { live: true, clock: { kind: "bank", seconds: 600, increment: 10 } },
  { live: true, clock: { kind: "bank", seconds: 1800, increment: 15 } },
  { live: false, clock: null },
  { live: false, clock: { kind: "days", days: 1, vacation: 14 } },
  { live: false, clock: { kind: "days", days: 3, vacation: 14 } },
  { live: false, clock: { kind: "days", days: 7, vacation: 30 } },
];

/** How a table stands, in a few words. */
export function standing(card: Card, me: string | null): { text: string; mine: boolean } {
  if (card.stage === "lobby") {
    const free = card.chairs.filter((it) => !it.person && !it.bot).length;
    return { text: free ? words.say("seatsOpen", { number: free }) : words.say("readyToStart"), mine: !free && card.host === me };
  }
  if (card.stage === "over") {
    const winners = card.chairs.filter((_, i) => card.ending?.ranks[i] === 1).map(chairName);
    return { text: winners.length ? words.say("wonBy", { names: words.list(winners) }) : words.say("ended"), mine: false };
  }
  const mine = card.waiting.some((seat) => card.chairs[seat]?.person === me && !card.chairs[seat]?.stand_in);
  return mine
    ? { text: words.say("yoursToMove"), mine }
    : { text: words.say("waitsFor", { names: words.list(card.waiting.map((seat) => chairName(card.chairs[seat]!))) }), mine };
}
