// The ground of a board as paths.

import type { Layout, Point } from "../data/variant.ts";
import { pathOf, through } from "./curves.ts";

export interface GroundData {
  land: string;
  lakes: string;
  rivers: string;
  borders: string;
  lines: string;
  streams: { width: number; d: string }[];
}

/** The ground of a map that came later than the build: what its layout says in places of the board. */
export function drawn(layout: Layout): GroundData | null {
  const own = (layout.ground ?? []).filter((it) => !it.geo);
  if (!own.length) return null;
  const rings = (kind: string) =>
    own.filter((it) => it.kind === kind).map((it) => `${pathOf(through([...it.points, it.points[0]] as Point[]))}z`).join("");
  return {
    land: rings("land"),
    lakes: rings("lake"),
    rivers: "",
    borders: "",
    lines: "",
    streams: own.filter((it) => it.kind === "river").map((it) => ({ width: it.width ?? 4, d: pathOf(through(it.points)) })),
  };
}
