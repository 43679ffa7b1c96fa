// Where each track runs and where its spaces lie. A map may give bends and lanes (layout.json); what it leaves open is
// chosen here: every link takes the bend with which it keeps furthest from cities and other links.

import type { Layout, Point, Track, TrackHints, Variant } from "../data/variant.ts";
import { along, arc, distance, evenly, lengthOf, parallel, pathOf, through } from "./curves.ts";

export interface Space {
  x: number;
  y: number;
  angle: number;
}

export interface Laid {
  track: Track;
  spaces: Space[];
  /** Length of one space along the track. */
  step: number;
  /** The line under the spaces, in one piece or, over the edge of a round board, in two. */
  lines: Point[][];
  path: string;
}

export interface Board {
  frame: { width: number; height: number };
  /** Width of a space across the track; all other sizes follow it. */
  gauge: number;
  cityRadius: number;
  tracks: Map<string, Laid>;
  /** After which way to the east the board begins again. */
  turn?: number;
}

interface Link {
  tracks: Track[];
  a: Point;
  b: Point;
  via: Point[];
  ends: [string, string];
  line: Point[];
  free: boolean;
}

/** What a bend costs for itself, as a share of the way between the cities; ordered by it. */
const price = (share: number): number => share * share * 26;
const BENDS = [0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.3, -0.3, 0.4, -0.4];

export function layBoard(variant: Variant): Board {
  const { layout } = variant;
  const tracks = [...variant.tracks.values()];
  const place = (id: string): Point => [layout.cities[id]?.x ?? 0, layout.cities[id]?.y ?? 0];
  const hints = (track: Track): TrackHints => layout.tracks?.[track.id] ?? {};
  const steps = tracks
    .filter((track) => !hints(track).wraps)
    .map((track) => (distance(place(track.a), place(track.b)) * 0.94) / track.length)
    .sort((a, b) => a - b);
  const usual = steps[steps.length >> 1] ?? 30;
  const gauge = Math.max(6.5, Math.min(14.5, usual * 0.37));
  const cityRadius = gauge * 0.8;
  const board: Board = { frame: layout.frame, gauge, cityRadius, tracks: new Map() };
  if (isRound(layout)) board.turn = layout.frame.width;

  const links = new Map<string, Link>();
  for (const track of tracks) {
    const hint = hints(track);
    if (hint.wraps) {
      board.tracks.set(track.id, overTheEdge(track, hint, place, layout, board));
      continue;
    }
    const key = JSON.stringify([[track.a, track.b].toSorted(), hint.via ?? []]);
    const link = links.get(key);
    if (link) link.tracks.push(track);
    else {
      const [a, b] = [place(track.a), place(track.b)];
      const via = hint.via ?? [];
      links.set(key, { tracks: [track], a, b, via, ends: [track.a, track.b], line: through([a, ...via, b]), free: !via.length });
    }
  }
  const fixed = [...board.tracks.values()].flatMap((laid) => laid.spaces.map((s) => [s.x, s.y] as Point));
  bend([...links.values()], fixed, layout, board, usual);
  for (const link of links.values()) {
    const lane = gauge * 1.22;
    link.tracks.forEach((track, i) => {
      const side = { left: 0.5, right: -0.5 }[hints(track).lane as string] ?? (link.tracks.length - 1) / 2 - i;
      const turned = track.a === link.ends[0] ? 1 : -1;
      const off = hints(track).lane ? side * lane * turned : side * lane;
      board.tracks.set(track.id, laid(track, parallel(link.line, link.tracks.length > 1 ? off : 0), board, usual));
    });
  }
  return board;
}

/** Spaces evenly along a line, between the rims of its cities. */
function laid(track: Track, line: Point[], board: Board, usual: number): Laid {
  const whole = lengthOf(line);
  const rim = Math.min(board.cityRadius + board.gauge * 0.25, whole * 0.22);
  const room = whole - 2 * rim;
  const step = Math.min(room / track.length, usual * 1.9, board.gauge * 5.2);
  const start = (whole - step * track.length) / 2;
  const spaces = Array.from({ length: track.length }, (_, i) => along(line, start + step * (i + 0.5)));
  return { track, spaces, step, lines: [line], path: pathOf(line) };
}

/** Whether the board goes on at its other side: some track leads over the edge. */
export const isRound = (layout: Layout): boolean => Object.values(layout.tracks ?? {}).some((it) => it.wraps);

/** A track over the edge of the board: its spaces run from either city outwards, and one line leads through all of them. */
function overTheEdge(track: Track, hint: TrackHints, place: (id: string) => Point, layout: Layout, board: Board): Laid {
  const turn = layout.frame.width;
  const [west, east] = [place(track.a), place(track.b)].toSorted((p, q) => p[0] - q[0]) as [Point, Point];
  const moved = ([x, y]: Point): Point => [x - turn, y];
  const western = (hint.west ?? []).toSorted((p, q) => q[0] - p[0]);
  const eastern = (hint.east ?? []).toSorted((p, q) => q[0] - p[0]);
  const places: Point[] = [west, ...western, ...eastern.map(moved), moved(east)];
  const spaces = places.slice(1, -1).map(([x, y], i) => {
    const [p, q] = [places[i]!, places[i + 2]!];
    return { x: x < 0 ? x + turn : x, y, angle: (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI };
  });
  const gaps = [western, eastern].flatMap((side) => side.slice(1).map((p, i) => distance(p, side[i]!))).toSorted((p, q) => p - q);
  const line = through(places, 16);
  const first = line.findIndex((p) => p[0] < 0);
  const cut = first < 0 ? line.length : first;
  const [p, q] = [line[cut - 1]!, line[cut] ?? line[cut - 1]!];
  const seam: Point = [0, p[1] + ((q[1] - p[1]) * p[0]) / (p[0] - q[0] || 1)];
  const lines: Point[][] = [
    [...line.slice(0, cut), seam],
    [seam, ...line.slice(cut)].map(([x, y]) => [x + turn, y] as Point),
  ];
  return { track, spaces, step: gaps[0] ?? board.gauge * 2.4, lines, path: lines.map(pathOf).join("") };
}

/** Points in squares, so that neighbours are found without asking everybody. */
class Squares {
  private readonly squares = new Map<number, { x: number; y: number; owner: number }[]>();
  private readonly places = new Map<number, Set<number>>();
  constructor(private readonly side: number) {}
  private key(column: number, row: number): number {
    return column * 4096 + row;
  }
  add(x: number, y: number, owner: number): void {
    const key = this.key(Math.floor(x / this.side), Math.floor(y / this.side));
    const square = this.squares.get(key);
    if (square) square.push({ x, y, owner });
    else this.squares.set(key, [{ x, y, owner }]);
    const places = this.places.get(owner);
    if (places) places.add(key);
    else this.places.set(owner, new Set([key]));
  }
  remove(owner: number): void {
    for (const key of this.places.get(owner) ?? []) this.squares.set(key, this.squares.get(key)!.filter((it) => it.owner !== owner));
    this.places.delete(owner);
  }
  /** How near the nearest of others comes, from 0 (out of its reach) to 1 (the same place). */
  nearest(x: number, y: number, reachOf: (owner: number) => number): number {
    let worst = 0;
    const [column, row] = [Math.floor(x / this.side), Math.floor(y / this.side)];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const it of this.squares.get(this.key(column + dx, row + dy)) ?? []) {
          const reach = reachOf(it.owner);
          const off = (it.x - x) ** 2 + (it.y - y) ** 2;
          if (off < reach * reach) worst = Math.max(worst, 1 - Math.sqrt(off) / reach);
        }
      }
    }
    return worst;
  }
}

/** A bend that a link may take: its line, what it costs whatever the others do, and where others matter. */
interface Bend {
  line: Point[];
  alone: number;
  open: Point[];
}

/** Each link in turn takes its best bend while the others stay, a few rounds long. */
function bend(links: Link[], fixed: Point[], layout: Layout, board: Board, usual: number): void {
  const wide = links.map((link) => board.gauge * (1 + (link.tracks.length - 1) * 1.22));
  const most = Math.max(...wide) + board.gauge * 1.2;
  const squares = new Squares(most);
  const samples = (line: Point[]): Point[] => {
    const whole = lengthOf(line);
    return evenly(line, whole, Math.max(3, Math.round(whole / (board.gauge * 0.8))));
  };
  const put = (link: Link, i: number) => {
    for (const [x, y] of samples(link.line)) squares.add(x, y, i);
  };
  for (const point of fixed) squares.add(point[0], point[1], -1);
  links.forEach(put);
  const cities = Object.entries(layout.cities);
  /** A way to draw bends of a link, each worked out when it is asked for. */
  const bendsOf = (link: Link, half: number): ((i: number) => Bend) => {
    const long = distance(link.a, link.b);
    const longest = Math.max(...link.tracks.map((it) => it.length));
    const reach = board.cityRadius * 1.5 + half + board.gauge * 0.9;
    const others = cities.filter(([id]) => !link.ends.includes(id)).map(([, city]) => city);
    const known: Bend[] = [];
    const bendOf = (share: number): Bend => {
      const line = arc(link.a, link.b, share * long);
      const step = (lengthOf(line) - 2.2 * board.cityRadius) / longest;
      let alone = price(share) + 40 * Math.max(0, 0.62 - step / usual) ** 2 * longest;
      const open: Point[] = [];
      for (const point of samples(line)) {
        const [x, y] = point;
        for (const city of others) {
          const off = (city.x - x) ** 2 + (city.y - y) ** 2;
          if (off < reach * reach) alone += 6 * (1 - Math.sqrt(off) / reach) ** 2;
        }
        if (Math.min(distance(point, link.a), distance(point, link.b)) < board.gauge * 2.4) continue;
        open.push(point);
        if (x < board.gauge || y < board.gauge || x > layout.frame.width - board.gauge || y > layout.frame.height - board.gauge) alone += 0.4;
      }
      return { line, alone, open };
    };
    return (i) => (known[i] ??= bendOf(BENDS[i]!));
  };
  const bends = links.map((link, i) => (link.free ? bendsOf(link, wide[i]! / 2) : null));
  for (let round = 0; round < 4; round++) {
    let changed = false;
    links.forEach((link, i) => {
      const bendAt = bends[i];
      if (!bendAt) return;
      squares.remove(i);
      const reach = wide[i]! / 2 + board.gauge * 1.1;
      const reachOf = (owner: number) => reach + (owner < 0 ? 0 : wide[owner]! / 2 - board.gauge / 2);
      let best = { line: link.line, cost: Infinity };
      // The straightest first: where nothing is in the way, the others need not even be drawn.
      for (let at = 0; at < BENDS.length && price(BENDS[at]!) < best.cost - 1e-6; at++) {
        const { line, alone, open } = bendAt(at);
        let cost = alone;
        for (const [x, y] of open) {
          if (cost >= best.cost) break;
          cost += 1.5 * squares.nearest(x, y, reachOf) ** 2;
        }
        if (cost < best.cost - 1e-6) best = { line, cost };
      }
      changed ||= best.line.length !== link.line.length || distance(best.line[best.line.length >> 1]!, link.line[link.line.length >> 1]!) > 0.1;
      link.line = best.line;
      put(link, i);
    });
    if (!changed) break;
  }
}
