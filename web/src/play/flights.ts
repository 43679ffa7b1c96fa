// Cards and pieces on their way: copies that fly over the page while what is below is true already. Nothing waits for
// them, and nothing can be pressed on them.

import { settings } from "../settings.svelte.ts";
import type { GameEvent } from "../live/wire.ts";

const CARD_MS = 420;
const PIECE_MS = 380;
const BETWEEN_MS = 55;

/** What flies from where, found before the page changes; where to is looked up after. */
interface Start {
  event: GameEvent;
  from: DOMRect | null;
  face: Element | null;
}

const visible = (node: Element | null): node is Element => node !== null && node.getClientRects().length > 0;
const find = (root: ParentNode, what: string): Element | null => [...root.querySelectorAll(what)].find(visible) ?? null;
const seatOf = (root: ParentNode, seat: number) => find(root, `[data-seat="${seat}"]`);

/** Prepare what the page is about to show; what is returned starts it when the page has changed. */
export function prepare(root: HTMLElement, events: readonly GameEvent[], own: number | null): () => void {
  if (settings.calm || document.hidden) return () => undefined;
  const starts: Start[] = events.map((event) => {
    const source =
      event.event === "row_taken"
        ? find(root, `[data-slot="${event.slot}"]`)
        : event.event === "blind_drawn"
          ? find(root, `[data-pile="${event.deck}"]`)
          : event.event === "tickets_offered"
            ? find(root, "[data-pile='tickets']")
            : null;
    return { event, from: source?.getBoundingClientRect() ?? null, face: source?.firstElementChild?.cloneNode(true) as Element | null };
  });
  return () => {
    let delay = 0;
    for (const { event, from, face } of starts) {
      if (from && face && "seat" in event) {
        const card = event.event === "row_taken" || event.event === "blind_drawn" ? event.card : null;
        const target = (event.seat === own && (card ? find(root, `[data-card="${card}"]`) : find(root, ".hand"))) || seatOf(root, event.seat);
        if (target) fly(root, face, from, target.getBoundingClientRect(), CARD_MS, delay);
        delay += 120;
      } else if (event.event === "track_claimed") pieces(root, event.track, event.seat);
    }
  };
}

function fly(root: HTMLElement, face: Element, from: DOMRect, to: DOMRect, ms: number, delay: number): void {
  const ghost = document.createElement("div");
  ghost.className = "flight";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(face);
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
  root.append(ghost);
  const [dx, dy] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  const size = Math.max(0.3, Math.min(1.1, to.height / Math.max(1, from.height), 1.1));
  ghost
    .animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx * 0.55}px, ${dy * 0.55 - 18}px) scale(1.08)`, opacity: 1, offset: 0.55 },
        { transform: `translate(${dx}px, ${dy}px) scale(${size})`, opacity: 0.5 },
      ],
      { duration: ms / settings.pace, delay: delay / settings.pace, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" },
    )
    .finished.catch(() => undefined)
    .then(() => ghost.remove());
}

/** The pieces of a track come from their seat, one after the other. */
function pieces(root: HTMLElement, track: string, seat: number): void {
  const home = seatOf(root, seat)?.getBoundingClientRect();
  const group = [...root.querySelectorAll(`[data-track="${CSS.escape(track)}"]`)].find(visible);
  if (!home || !group) return;
  const placed = [...group.querySelectorAll<SVGGElement>(".piece")];
  placed.forEach((piece, i) => {
    const at = piece.getBoundingClientRect();
    const timing = { duration: PIECE_MS / settings.pace, delay: (i * BETWEEN_MS) / settings.pace };
    // The real piece waits for its copy; it is a picture only, the track is claimed.
    piece.animate([{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }], { ...timing, fill: "backwards" });
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    ghost.setAttribute("viewBox", "-11 -6 22 12");
    const art = document.createElementNS("http://www.w3.org/2000/svg", "use");
    art.setAttribute("href", `#piece-${piece.dataset.piece}`);
    ghost.append(art);
    ghost.style.cssText = piece.style.cssText;
    ghost.classList.add("flight");
    ghost.setAttribute("aria-hidden", "true");
    const size = Math.max(16, Math.hypot(at.width, at.height));
    Object.assign(ghost.style, { left: `${at.left + at.width / 2 - size / 2}px`, top: `${at.top + at.height / 2 - size * 0.27}px`, width: `${size}px` });
    root.append(ghost);
    const [dx, dy] = [home.left + home.width / 2 - at.left - at.width / 2, home.top + home.height / 2 - at.top - at.height / 2];
    ghost
      .animate([{ transform: `translate(${dx}px, ${dy}px)`, opacity: 0.4 }, { transform: `translate(${dx * 0.3}px, ${dy * 0.3 - 14}px) scale(1.25)`, opacity: 1, offset: 0.6 }, { transform: "none", opacity: 1 }], {
        ...timing,
        easing: "cubic-bezier(.3,.1,.3,1)",
        fill: "both",
      })
      .finished.catch(() => undefined)
      .then(() => ghost.remove());
  });
}
