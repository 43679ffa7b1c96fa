// The board as a graph that one walks like a driver: turn left and right among the tracks of a city, go ahead along one,
// go back the way one came. Knows where tracks lead, and nothing of what they cost.

import type { Variant } from "../data/variant.ts";
import type { Board } from "./lay.ts";

export interface Stand {
  city: string;
  /** The track that one looks along. */
  track: string | null;
  /** Tracks that led here, the last one at the end. */
  came: readonly string[];
}

export class Walk {
  /** The tracks of each city, clockwise from north. */
  private readonly around = new Map<string, { track: string; angle: number }[]>();

  constructor(
    private readonly variant: Variant,
    board: Board,
  ) {
    for (const { track, spaces } of board.tracks.values()) {
      for (const city of [track.a, track.b]) {
        const at = variant.layout.cities[city];
        if (!at) continue;
        const [first, last] = [spaces[0]!, spaces.at(-1)!].map(({ x, y }) => {
          const dx = x - at.x;
          return [board.turn ? dx - Math.round(dx / board.turn) * board.turn : dx, y - at.y] as const;
        }) as [readonly [number, number], readonly [number, number]];
        const [dx, dy] = Math.hypot(...first) <= Math.hypot(...last) ? first : last;
        const angle = (Math.atan2(dx, -dy) + 2 * Math.PI) % (2 * Math.PI);
        const list = this.around.get(city) ?? [];
        list.push({ track: track.id, angle });
        this.around.set(city, list);
      }
    }
    for (const list of this.around.values()) list.sort((a, b) => a.angle - b.angle);
  }

  tracks(city: string): string[] {
    return (this.around.get(city) ?? []).map((it) => it.track);
  }

  other(track: string, city: string): string {
    const { a, b } = this.variant.tracks.get(track)!;
    return a === city ? b : a;
  }

  /** Look along the next track, clockwise or the other way. */
  turn(stand: Stand, by: 1 | -1): Stand {
    const list = this.tracks(stand.city);
    if (!list.length) return stand;
    const at = stand.track === null ? (by > 0 ? -1 : 0) : list.indexOf(stand.track);
    return { ...stand, track: list[(at + by + list.length) % list.length]! };
  }

  /** Along the track that one looks at; who looks at none turns to what lies straight ahead. */
  ahead(stand: Stand): Stand {
    if (stand.track === null) return { ...stand, track: this.straight(stand) };
    return { city: this.other(stand.track, stand.city), track: null, came: [...stand.came, stand.track].slice(-200) };
  }

  /** Away from the track that one looks at, or back along the one that led here. */
  back(stand: Stand): Stand {
    if (stand.track !== null) return { ...stand, track: null };
    const track = stand.came.at(-1);
    if (track === undefined) return stand;
    return { city: this.other(track, stand.city), track, came: stand.came.slice(0, -1) };
  }

  private straight(stand: Stand): string | null {
    const list = this.around.get(stand.city) ?? [];
    const from = list.find((it) => it.track === stand.came.at(-1));
    if (!from) return list[0]?.track ?? null;
    const wanted = from.angle + Math.PI;
    const off = (angle: number) => Math.abs(Math.atan2(Math.sin(angle - wanted), Math.cos(angle - wanted)));
    return list.toSorted((a, b) => off(a.angle) - off(b.angle))[0]!.track;
  }

  /** The next of some tracks, in the order of the map's list: to go round all that can be claimed. */
  next(stand: Stand | null, wanted: ReadonlySet<string>, by: 1 | -1): Stand | null {
    const list = [...this.variant.tracks.values()].filter((it) => wanted.has(it.id));
    if (!list.length) return null;
    const at = list.findIndex((it) => it.id === stand?.track);
    const found = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length]!;
    return { city: found.a, track: found.id, came: [] };
  }
}
