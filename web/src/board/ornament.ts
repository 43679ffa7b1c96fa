// Where the map has room for its title and its compass: the emptiest places that are large enough, if there are any.

import type { Point, Variant } from "../data/variant.ts";
import type { Board } from "./lay.ts";

export interface Free {
  x: number;
  y: number;
  /** Half of its width and height. */
  w: number;
  h: number;
}

/** The place for a box of half a width and height that keeps furthest from everything and nearest to a corner. */
export function freePlace(busy: readonly Point[], board: Board, w: number, h: number, air: number): Free | null {
  const { width, height } = board.frame;
  const edge = board.gauge * 0.8;
  const rows = Math.floor((height - 2 * (edge + h)) / 10 + 1e-9) + 1;
  let best: { free: Free; worth: number } | null = null;
  for (let x = edge + w; x <= width - edge - w; x += 10) {
    // What comes near this column, and the rows that are taken by it at once.
    const near: Point[] = [];
    const taken = new Uint8Array(Math.max(0, rows));
    for (const point of busy) {
      const aside = Math.abs(point[0] - x) - w;
      if (aside >= air * 2.5) continue;
      near.push(point);
      if (aside >= air) continue;
      const first = Math.max(0, Math.ceil((point[1] - h - air - edge - h) / 10 + 1e-9));
      const last = Math.min(rows - 1, Math.floor((point[1] + h + air - edge - h) / 10 - 1e-9));
      taken.fill(1, first, Math.max(first, last + 1));
    }
    for (let row = 0; row < rows; row++) {
      if (taken[row]) continue;
      const y = edge + h + row * 10;
      let room = Infinity;
      for (const [bx, by] of near) room = Math.min(room, Math.max(Math.abs(bx - x) - w, Math.abs(by - y) - h));
      const corner = Math.min(x - w, width - x - w) / width + Math.min(y - h, height - y - h) / height;
      const worth = Math.min(room, air * 2.5) / air - corner * 6;
      if (!best || worth > best.worth) best = { free: { x, y, w, h }, worth };
    }
  }
  return best?.free ?? null;
}

export interface Ornaments {
  title: (Free & { size: number }) | null;
  compass: Free | null;
}

export function ornaments(variant: Variant, board: Board, widthOfTitle: number): Ornaments {
  const busy: Point[] = [
    ...Object.values(variant.layout.cities).map((it): Point => [it.x, it.y]),
    ...[...board.tracks.values()].flatMap((laid) => [
      ...laid.spaces.map((it): Point => [it.x, it.y]),
      ...laid.lines.flatMap((line) => line.filter((_, i) => i % 6 === 0)),
    ]),
  ];
  const air = board.gauge * 2.4;
  let title: Ornaments["title"] = null;
  for (const size of [34, 28, 22]) {
    const found = freePlace(busy, board, (widthOfTitle * size) / 2 + size * 0.9, size * 0.95, air);
    if (!found) continue;
    title = { ...found, size };
    break;
  }
  if (title) {
    for (const x of [-1, -0.5, 0, 0.5, 1]) for (const y of [-1, 0, 1]) busy.push([title.x + x * title.w, title.y + y * title.h]);
  }
  let compass: Free | null = null;
  for (const r of [46, 38, 30]) compass ??= freePlace(busy, board, r, r, air);
  return { title, compass };
}
