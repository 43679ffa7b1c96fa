// The ground under a map, drawn at build time (ground/make.mjs) from Natural Earth and the map's own layout.

import { fromRoot } from "../place.ts";
import type { Layout } from "../data/variant.ts";
import { drawn, type GroundData } from "./drawn.ts";

export type { GroundData };

const kept = new Map<string, Promise<GroundData | null>>();

export function loadGround(id: string, layout: Layout): Promise<GroundData | null> {
  let found = kept.get(id);
  if (!found) {
    found = fetch(fromRoot(`ground/${encodeURIComponent(id)}.json`))
      .then((answer) => (answer.ok ? (answer.json() as Promise<GroundData>) : null))
      .catch(() => null)
      .then((ground) => ground ?? drawn(layout));
    kept.set(id, found);
  }
  return found;
}
