// The steps of the lesson. Each says one thing, points at one place, and waits for one thing to happen: whatever else the
// learner does is fine, and the step goes on waiting. What can happen is known to the server's scenes (server/lessons).

import type { GameEvent } from "../live/wire.ts";
import type { MessageId } from "../words/words.svelte.ts";

export interface Step {
  says: MessageId;
  /** What is pointed at: the first of these that is on the page. */
  at: string[];
  /** What has to happen, from the first moment of the scene on; without it the learner only reads. */
  until?: (events: readonly GameEvent[]) => boolean;
  /** Said instead when the learner has moved and it has not happened. */
  back?: MessageId;
}

const OWN = 0;
const own = (events: readonly GameEvent[], ...kinds: GameEvent["event"][]) =>
  events.filter((it) => kinds.includes(it.event) && "seat" in it && it.seat === OWN);
const did =
  (...kinds: GameEvent["event"][]) =>
  (events: readonly GameEvent[]) =>
    own(events, ...kinds).length > 0;
const drew = (number: number) => (events: readonly GameEvent[]) => own(events, "row_taken", "blind_drawn").length >= number;
const claimed = (id: string) => (events: readonly GameEvent[]) =>
  own(events, "track_claimed").some((it) => "track" in it && it.track === id);
const happened = (kind: GameEvent["event"]) => (events: readonly GameEvent[]) => events.some((it) => it.event === kind);

const CLAIM = ".place button.main";
const track = (id: string) => [CLAIM, `[data-track="${id}"]`, ".map"];
const TICKETS = [".tab-panel .ticket", "#tab-tickets"];
const ROW = [".asking", ".market"];

/** By the server's scenes. */
export const STEPS: Record<string, Step[]> = {
  cards: [
    { says: "stepMap", at: [".map"] },
    { says: "stepTicket", at: TICKETS },
    { says: "stepDraw", at: ROW, until: drew(1) },
    { says: "stepDrawAgain", at: ROW, until: drew(2) },
    { says: "stepClaim", at: track("birchwick-millbrook.1"), until: did("track_claimed"), back: "stepClaimBack" },
    { says: "stepClaimed", at: [".seats"] },
  ],
  tickets: [
    { says: "stepMoreTickets", at: [".slot.tickets", ".market"], until: did("tickets_offered"), back: "stepMoreTicketsBack" },
    { says: "stepKeep", at: [".offer", ".now"], until: did("tickets_kept") },
    { says: "stepKept", at: TICKETS },
  ],
  ferry: [
    { says: "stepFerry", at: ['[data-track="millbrook-lanternport"]', ".map"] },
    { says: "stepFerryClaim", at: track("millbrook-lanternport"), until: claimed("millbrook-lanternport"), back: "stepFerryBack" },
    { says: "stepFerryDone", at: TICKETS },
  ],
  tunnel: [
    { says: "stepTunnel", at: ['[data-track="birchwick-highpass"]', ".map"] },
    { says: "stepTunnelTry", at: track("birchwick-highpass"), until: did("tunnel_entered"), back: "stepTunnelBack" },
    { says: "stepTunnelPay", at: [".now"], until: (events) => did("tunnel_declined")(events) || claimed("birchwick-highpass")(events) },
    { says: "stepTunnelDone", at: [".map"] },
  ],
  station: [
    { says: "stepOthers", at: ['[data-track="highpass-lanternport.1"]', ".map"] },
    { says: "stepStation", at: [CLAIM, ".cities", ".now"], until: did("station_built"), back: "stepStationBack" },
    { says: "stepStationDone", at: [".map"] },
  ],
  harbour: [
    { says: "stepPorts", at: ['[data-city="lanternport"]', ".map"] },
    { says: "stepHarbour", at: [CLAIM, ".cities", ".now"], until: did("harbour_built"), back: "stepHarbourBack" },
    { says: "stepHarbourDone", at: [".map"] },
  ],
  ending: [
    { says: "stepEnding", at: track("highpass-millbrook"), until: happened("last_turns_began"), back: "stepEndingBack" },
    { says: "stepLast", at: [".now"], until: happened("game_ended") },
    { says: "stepScore", at: [] },
  ],
};

/** Where somebody is: the first step that still waits. Steps that are only read wait until they were read. */
export function current(steps: readonly Step[], events: readonly GameEvent[], read: ReadonlySet<number>): number {
  const waits = steps.findIndex((step, i) => (step.until ? !step.until(events) : !read.has(i)));
  return waits < 0 ? steps.length : waits;
}
