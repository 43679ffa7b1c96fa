// Which picture a section of the rules gets: an example of what it is about, found on the map of the game itself. Where
// the map has no such thing the section applies to nothing there, and has no picture.

import type { Building } from "../board/Board.svelte";
import type { Frame } from "../board/camera.ts";
import type { Board } from "../board/lay.ts";
import type { Track, Variant } from "../data/variant.ts";
import type { MessageId } from "../words/words.svelte.ts";

/** What is shown: a piece of the board around some places, and who owns what on it. */
export interface Picture {
  message: MessageId;
  tracks: Track[];
  /** Cities that are lit. */
  cities: string[];
  owned: [Track, number][];
  buildings: Building[];
}

const picture = (message: MessageId, tracks: (Track | undefined)[], more: Partial<Picture> = {}): Picture | null => {
  const found = tracks.filter((it) => it !== undefined);
  return found.length || more.cities?.length ? { message, tracks: found, cities: [], owned: [], buildings: [], ...more } : null;
};

/** The shortest of those that a map has: it makes the clearest picture. */
function first(variant: Variant, fits: (track: Track) => unknown): Track | undefined {
  const drawn = [...variant.tracks.values()].filter((it) => !variant.layout.tracks?.[it.id]?.wraps && fits(it));
  return drawn.toSorted((a, b) => Math.abs(a.length - 3) - Math.abs(b.length - 3) || a.index - b.index)[0];
}

const SECTIONS: Record<string, (variant: Variant) => Picture | null> = {
  CLAIM: (variant) => {
    const taken = first(variant, (it) => it.colour !== "gray" && !it.ferry && !it.tunnel && !it.twin);
    const open = taken && first(variant, (it) => it !== taken && !it.twin && [taken.a, taken.b].some((end) => end === it.a || end === it.b));
    return taken && open ? picture("pictureClaim", [open, taken], { owned: [[taken, 0]] }) : null;
  },
  FERRY: (variant) => picture("pictureFerry", [first(variant, (it) => it.ferry)]),
  TUNNEL: (variant) => picture("pictureTunnel", [first(variant, (it) => it.tunnel)]),
  PAIR: (variant) => picture("picturePair", [first(variant, (it) => it.pair)]),
  SHIP: (variant) => picture("pictureShip", [first(variant, (it) => it.piece !== variant.pieces[0])]),
  DOUBLE: (variant) => {
    const one = first(variant, (it) => it.twin);
    return one ? picture("pictureDouble", [...variant.tracks.values()].filter((it) => it.twin === one.twin), { owned: [[one, 0]] }) : null;
  },
  STATION: (variant) => {
    const track = first(variant, (it) => !it.twin && it.length > 1);
    return track ? picture("pictureStation", [track], { owned: [[track, 1]], buildings: [{ city: track.a, seat: 0, kind: "station" }] }) : null;
  },
  HARBOUR: (variant) => {
    const track = first(variant, (it) => variant.cities.get(it.a)?.port || variant.cities.get(it.b)?.port);
    const city = track && [track.a, track.b].find((end) => variant.cities.get(end)?.port);
    return city ? picture("pictureHarbour", [track], { owned: [[track, 0]], buildings: [{ city, seat: 0, kind: "harbour" }] }) : null;
  },
  DISTRICT: (variant) => {
    const inside = new Map<string, string[]>();
    for (const city of variant.data.cities) if (city.district) inside.set(city.district, [...(inside.get(city.district) ?? []), city.id]);
    const cities = [...inside.values()].toSorted((a, b) => Math.abs(a.length - 3) - Math.abs(b.length - 3))[0];
    return cities ? picture("pictureDistrict", [], { cities }) : null;
  },
  TICKET: (variant) => {
    const one = variant.data.tickets.toSorted((a, b) => a.points - b.points).find((it) => it.cities.length === 2);
    return one ? picture("pictureTicket", [], { cities: one.cities }) : null;
  },
  TOUR: (variant) => {
    const one = variant.data.tickets.find((it) => it.cities.length > 2);
    return one ? picture("pictureTicket", [], { cities: one.cities }) : null;
  },
  LONGEST: (variant) => {
    const path = walk(variant, 4);
    return picture("pictureLongest", path, { owned: path.map((it) => [it, 0]) });
  },
  DATA: (variant) => {
    const track = first(variant, (it) => [it.a, it.b].some((end) => variant.cities.get(end)?.junction));
    return picture("pictureJunction", [track]);
  },
};

export const pictureOf = (section: string, variant: Variant): Picture | null => SECTIONS[section]?.(variant) ?? null;

/** Some tracks one behind the other, over cities that are all different. */
function walk(variant: Variant, most: number): Track[] {
  const all = [...variant.tracks.values()].filter((it) => !variant.layout.tracks?.[it.id]?.wraps);
  const path: Track[] = [];
  let at = all[0]?.a;
  const seen = new Set([at]);
  while (path.length < most) {
    const next = all.find((it) => (it.a === at && !seen.has(it.b)) || (it.b === at && !seen.has(it.a)));
    if (!next) break;
    at = next.a === at ? next.b : next.a;
    seen.add(at);
    path.push(next);
  }
  return path;
}

/** The part of the board that a picture shows, in the shape of its place on the page. */
export function frameOf(shown: Picture, variant: Variant, board: Board, shape: number): Frame {
  const ends = shown.tracks.flatMap((it) => [it.a, it.b]);
  const cities = [...ends, ...shown.cities].map((id) => variant.layout.cities[id]!);
  const spaces = shown.tracks.flatMap((it) => board.tracks.get(it.id)!.spaces);
  const points = [...cities, ...spaces];
  const [xs, ys] = [points.map((it) => it.x), points.map((it) => it.y)];
  const rim = board.gauge * 4;
  const [west, east, north, south] = [Math.min(...xs) - rim, Math.max(...xs) + rim, Math.min(...ys) - rim, Math.max(...ys) + rim];
  const w = Math.max(east - west, (south - north) * shape, board.gauge * 16);
  return { x: (west + east - w) / 2, y: (north + south - w / shape) / 2, w, h: w / shape };
}
