// A game as scenes: the server tells the first one and what each move changes; here they are all made from that. What
// stands in a scene is not looked at.

import type { Moments, Scene } from "../live/wire.ts";

type Place = readonly (string | number)[];

/** The same data with something else at a place. What does not change is shared. */
export function withChange<T>(data: T, place: Place, value: unknown): T {
  if (!place.length) return value as T;
  const [key, ...rest] = place as [string | number, ...(string | number)[]];
  const copy = (Array.isArray(data) ? [...data] : { ...data }) as Record<string | number, unknown>;
  copy[key] = withChange(copy[key], rest, value);
  return copy as T;
}

/** All scenes of some moments. */
export function scenesOf(told: Moments): Scene[] {
  let scene = told.scene;
  return told.moments.map((moment) => (scene = moment.changes.reduce((now, [place, value]) => withChange(now, place, value), scene)));
}
