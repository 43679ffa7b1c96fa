// What happened at the table, apart from the moves, in words. What need not be said is an empty text.

import type { Entry } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";
import type { Play } from "./state.svelte.ts";

export function sayEntry(play: Play, entry: Entry): string {
  const name = "seat" in entry && entry.seat !== null ? play.names.seat(entry.seat) : "";
  switch (entry.what) {
    case "taken_back":
      return entry.agreed ? words.say("saysTakenBackAgreed") : words.say("saysTakenBack", { name });
    case "stood_in":
      return words.say("saysStoodIn", { name });
    case "came_back":
      return words.say("saysCameBack", { name });
    case "resigned":
      return words.say("saysResigned", { name });
    case "seat_left":
      return words.say("saysLeft", { name });
    case "flag_fell":
      return words.say("saysFlag", { name });
    case "time_given":
      return words.say("saysTimeGiven", { name });
    case "abandoned":
      return words.say("saysAbandoned");
    case "switched":
      return words.say("saysSwitched");
    case "vacation_taken":
      return words.say("saysVacation", { name });
    default:
      return "";
  }
}
