// Which names a board shows at a zoom, and how large: the room that labels.ts needs, from a variant and its board.

import type { Lang, Point, Variant } from "../data/variant.ts";
import { FORCED, placeNames, type Mark, type Placed } from "./labels.ts";
import type { Board } from "./lay.ts";

/** Names are placed anew only when the zoom has changed by a notch. */
export const NOTCH = 1.18;

export const notchOf = (scale: number): number => Math.round(Math.log(scale) / Math.log(NOTCH));

export interface Asked {
  variant: Variant;
  board: Board;
  lang: Lang;
  notch: number;
  /** Stations, harbours, the title: names keep off them. */
  marks: readonly Mark[];
  lit: ReadonlySet<string>;
  measure: (text: string, lang: Lang) => number;
}

/** Points of the spaces: what names should not cover. */
export function spacePoints(board: Board): Point[] {
  return [...board.tracks.values()].flatMap((laid) =>
    laid.spaces.flatMap((s) => {
      const [dx, dy] = [Math.cos((s.angle * Math.PI) / 180), Math.sin((s.angle * Math.PI) / 180)];
      return [-0.32, 0, 0.32].map((t): Point => [s.x + dx * t * laid.step, s.y + dy * t * laid.step]);
    }),
  );
}

const weights = new WeakMap<Variant, Map<string, number>>();
function weight(variant: Variant): Map<string, number> {
  let found = weights.get(variant);
  if (!found) {
    found = new Map();
    const ends = [...[...variant.tracks.values()].flatMap((it) => [it.a, it.b]), ...[...variant.tickets.values()].flatMap((it) => it.cities)];
    for (const city of ends) found.set(city, (found.get(city) ?? 0) + 1);
    weights.set(variant, found);
  }
  return found;
}

export function boardNames({ variant, board, lang, notch, marks, lit, measure }: Asked, avoid: readonly Point[]): { size: number; placed: Placed[] } {
  const zoomed = Math.pow(NOTCH, notch);
  const size = Math.max(11, Math.min(22, 8 + 4.6 * zoomed)) / zoomed;
  const heavy = weight(variant);
  const names = variant.data.cities.map((city) => {
    const { x, y } = variant.layout.cities[city.id]!;
    return { id: city.id, text: variant.city(city.id, lang), at: [x, y] as Point, weight: (heavy.get(city.id) ?? 0) + (lit.has(city.id) ? FORCED : 0) };
  });
  const districts = variant.data.cities
    .filter((city) => city.district)
    .map((city) => {
      const { x, y } = variant.layout.cities[city.id]!;
      return { x: x - board.cityRadius * 1.35, y: y - board.cityRadius * 1.2, r: board.cityRadius * 0.8 };
    });
  const edge = board.gauge * 1.1;
  const placed = placeNames(names, {
    size,
    radius: board.cityRadius * 1.15,
    avoid,
    marks: [...districts, ...marks],
    most: zoomed < 0.75 ? 5 : Infinity,
    box: { west: -edge, east: board.frame.width + edge, north: -edge, south: board.frame.height + edge },
    turn: board.turn,
    measure: (text) => measure(text, lang),
  });
  return { size, placed };
}
