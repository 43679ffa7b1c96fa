// Where names stand: beside their city, over as few spaces as possible, never over another name or city. The important
// ones choose first; then each may choose again, knowing the others. Names without a place wait until somebody zooms in.

import type { Point } from "../data/variant.ts";

export interface Name {
  id: string;
  text: string;
  at: Point;
  /** Larger chooses earlier. */
  weight: number;
}

/** Names of this weight are shown whatever they cover. */
export const FORCED = 1000;

export interface Placed {
  id: string;
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

export interface Mark {
  x: number;
  y: number;
  r: number;
  /** Half of its height, where that is not its radius. */
  high?: number;
}

export interface Room {
  size: number;
  radius: number;
  /** Points that names should not cover, such as the middles of spaces. */
  avoid: readonly Point[];
  /** Marks that names must not cover. */
  marks: readonly Mark[];
  /** A name that would cover more than this many points waits for more room. */
  most: number;
  box: { west: number; east: number; north: number; south: number };
  /** After how far a round board begins again: names meet over its edge, too. */
  turn?: number | undefined;
  measure: (text: string) => number;
}

interface Box {
  w: number;
  n: number;
  e: number;
  s: number;
}

const meets = (a: Box, b: Box) => a.w < b.e && b.w < a.e && a.n < b.s && b.n < a.s;

/** Directions around a city with their price: beside it is best, then above and below, then the corners. */
const SIDES: [dx: number, dy: number, anchor: Placed["anchor"], price: number][] = [
  [1, 0, "start", 0],
  [-1, 0, "end", 0.15],
  [0, -1, "middle", 0.3],
  [0, 1, "middle", 0.35],
  [0.7, -0.75, "start", 0.4],
  [0.7, 0.75, "start", 0.45],
  [-0.7, -0.75, "end", 0.5],
  [-0.7, 0.75, "end", 0.55],
  [0.95, -0.4, "start", 0.3],
  [0.95, 0.4, "start", 0.3],
  [-0.95, -0.4, "end", 0.4],
  [-0.95, 0.4, "end", 0.4],
  [0.3, -0.95, "start", 0.6],
  [0.3, 0.95, "start", 0.6],
  [-0.3, -0.95, "end", 0.7],
  [-0.3, 0.95, "end", 0.7],
];
const FAR = [0, 0.5, 1.1];

interface Choice {
  cost: number;
  placed: Placed;
  box: Box;
}

/** Points in squares, to count those in a box. */
class Crowd {
  private readonly squares = new Map<number, Point[]>();
  constructor(
    points: readonly Point[],
    private readonly side: number,
  ) {
    for (const point of points) {
      const key = this.key(Math.floor(point[0] / side), Math.floor(point[1] / side));
      const square = this.squares.get(key);
      if (square) square.push(point);
      else this.squares.set(key, [point]);
    }
  }
  private key = (i: number, j: number) => i * 65_536 + j;
  within(w: number, e: number, n: number, s: number): number {
    let number = 0;
    const [east, south] = [Math.floor(e / this.side), Math.floor(s / this.side)];
    for (let i = Math.floor(w / this.side); i <= east; i++) {
      for (let j = Math.floor(n / this.side); j <= south; j++) {
        const square = this.squares.get(this.key(i, j));
        if (!square) continue;
        for (const at of square) if (at[0] > w && at[0] < e && at[1] > n && at[1] < s) number += 1;
      }
    }
    return number;
  }
}

export function placeNames(names: readonly Name[], room: Room): Placed[] {
  const { size, radius, measure, turn } = room;
  const around = turn ? [0, -turn, turn] : [0];
  const everywhere = (box: Box): Box[] => around.map((by) => ({ ...box, w: box.w + by, e: box.e + by }));
  const shown = names.filter((it) => it.text);
  const reach = radius * 0.9;
  const cities = names.flatMap((it) =>
    everywhere({ w: it.at[0] - reach, e: it.at[0] + reach, n: it.at[1] - reach, s: it.at[1] + reach }).map((box) => ({ id: it.id, box })),
  );
  const marks = room.marks.flatMap(({ x, y, r, high = r }) => everywhere({ w: x - r, e: x + r, n: y - high, s: y + high }));
  const crowd = new Crowd(around.flatMap((by) => room.avoid.map(([x, y]) => [x + by, y] as const)), radius * 3);

  /** Every place that a name could have if it were alone, the best first. */
  const choices = (name: Name): Choice[] => {
    const wide = measure(name.text) * size;
    const out: Choice[] = [];
    // What could be in the way at all.
    const far = radius * (1.25 + FAR.at(-1)!) + size;
    const [x, y] = name.at;
    const region = { w: x - far - wide, e: x + far + wide, n: y - far, s: y + far };
    const solid = [...marks.filter((it) => meets(it, region)), ...cities.flatMap((it) => (it.id !== name.id && meets(it.box, region) ? [it.box] : []))];
    for (const off of FAR) {
      for (const [dx, dy, anchor, price] of SIDES) {
        const gap = radius * (1.25 + off);
        const x = name.at[0] + dx * gap;
        const y = name.at[1] + dy * (gap + size * 0.42);
        const w = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
        const box = { w, e: w + wide, n: y - size * 0.52, s: y + size * 0.52 };
        if (box.w < room.box.west || box.e > room.box.east || box.n < room.box.north || box.s > room.box.south) continue;
        if (solid.some((it) => meets(it, box))) continue;
        const covered = crowd.within(box.w - 2, box.e + 2, box.n - 1, box.s + 1);
        out.push({ cost: price + off * 1.6 + covered, placed: { id: name.id, text: name.text, x, y, anchor }, box });
      }
    }
    out.sort((a, b) => a.cost - b.cost);
    return name.weight >= FORCED ? out : out.filter((it) => it.cost <= room.most);
  };

  const wishes = shown.toSorted((a, b) => b.weight - a.weight).map((name) => ({ name, choices: choices(name) }));
  const taken = new Map<string, Choice & { around: Box[] }>();
  const air = size * 0.15;
  const free = (box: Box, id: string) => {
    for (const [other, { around }] of taken) if (other !== id && around.some((it) => meets(it, box))) return false;
    return true;
  };
  for (let round = 0; round < 3; round++) {
    for (const { name, choices } of wishes) {
      const best = choices.find((it) => free(it.box, name.id));
      if (best) taken.set(name.id, { ...best, around: everywhere({ ...best.box, w: best.box.w - air, e: best.box.e + air }) });
    }
  }
  return [...taken.values()].map((it) => it.placed);
}

/** Where a name stands, as numbers. */
export function boxOf(placed: Placed, size: number, measure: (text: string) => number): { west: number; east: number; north: number; south: number } {
  const wide = measure(placed.text) * size;
  const west = placed.anchor === "start" ? placed.x : placed.anchor === "end" ? placed.x - wide : placed.x - wide / 2;
  return { west, east: west + wide, north: placed.y - size * 0.5, south: placed.y + size * 0.5 };
}
