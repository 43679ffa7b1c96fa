// What somebody meant who touched the board: the nearest track or city within reach, rather one that can be chosen.

import type { Variant } from "../data/variant.ts";
import type { Board } from "./lay.ts";

/** The shortest way from one place to another, the other way round a round board included. */
function way(board: Board, dx: number): number {
  return board.turn ? dx - Math.round(dx / board.turn) * board.turn : dx;
}

export function cityAt(variant: Variant, board: Board, wanted: ReadonlySet<string>, x: number, y: number, slack: number): string | null {
  let best: { id: string; off: number } | null = null;
  for (const id of wanted) {
    const at = variant.layout.cities[id];
    if (!at) continue;
    const off = Math.hypot(way(board, x - at.x), y - at.y);
    if (off < Math.max(board.cityRadius * 1.6, slack) && (!best || off < best.off)) best = { id, off };
  }
  return best?.id ?? null;
}

export function trackAt(board: Board, wanted: ReadonlySet<string>, x: number, y: number, slack: number): string | null {
  let best: { id: string; off: number } | null = null;
  for (const { track, spaces, step } of board.tracks.values()) {
    for (const space of spaces) {
      const [dx, dy] = [way(board, x - space.x), y - space.y];
      const turn = (space.angle * Math.PI) / 180;
      const u = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
      const v = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn));
      const out = Math.hypot(Math.max(0, u - step / 2), Math.max(0, v - board.gauge / 2));
      if (out > Math.max(board.gauge * 0.3, slack)) continue;
      // Between two in reach the middle line decides, and what can be chosen is meant rather than what can't.
      const off = (out * 2 + v) * (wanted.has(track.id) ? 0.6 : 1);
      if (!best || off < best.off) best = { id: track.id, off };
    }
  }
  return best?.id ?? null;
}
