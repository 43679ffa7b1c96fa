// What of the board is seen. Plain numbers, so that it can be tested; the board feeds it pointers, wheels and keys.

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** All there is to see; a board that goes round the world begins again after `turn`. */
export interface Whole extends Frame {
  turn?: number;
}

export const MOST = 9;

/** The whole of a frame in a window of a given shape, with the frame in the middle. */
export function fit(whole: Frame, wide: number, high: number): Frame {
  const shape = wide / Math.max(1, high);
  return whole.w / whole.h > shape
    ? { x: whole.x, w: whole.w, h: whole.w / shape, y: whole.y + (whole.h - whole.w / shape) / 2 }
    : { y: whole.y, h: whole.h, w: whole.h * shape, x: whole.x + (whole.w - whole.h * shape) / 2 };
}

/** Nearer by a factor, around a point of the board that stays where it is. */
export function zoom(seen: Frame, whole: Whole, factor: number, x: number, y: number): Frame {
  const full = fit(whole, seen.w, seen.h);
  const w = Math.max(full.w / MOST, Math.min(full.w, seen.w / factor));
  const real = seen.w / w;
  return hold({ x: x - (x - seen.x) / real, y: y - (y - seen.y) / real, w, h: seen.h / real }, whole);
}

/** Keep the board in sight. */
export function hold(seen: Frame, whole: Whole): Frame {
  const along = (at: number, long: number, from: number, size: number) =>
    long >= size ? from + (size - long) / 2 : Math.max(from, Math.min(from + size - long, at));
  const x = whole.turn ? seen.x : along(seen.x, seen.w, whole.x, whole.w);
  return { ...seen, x, y: along(seen.y, seen.h, whole.y, whole.h) };
}

export function move(seen: Frame, whole: Whole, dx: number, dy: number): Frame {
  return hold({ ...seen, x: seen.x + dx, y: seen.y + dy }, whole);
}

/** The same sight with its middle on the board itself, however often somebody went round the world. */
export function home(seen: Frame, whole: Whole): Frame {
  if (!whole.turn) return seen;
  return { ...seen, x: seen.x - Math.floor((seen.x + seen.w / 2) / whole.turn) * whole.turn };
}

/** Which copies of a round board are there: 0 is the board itself. Its neighbours always are, so that none comes while somebody moves. */
export function copies(seen: Frame, whole: Whole, beyond: number): number[] {
  if (!whole.turn) return [0];
  const first = Math.min(-1, Math.floor((seen.x - beyond) / whole.turn));
  const last = Math.max(1, Math.floor((seen.x + seen.w + beyond) / whole.turn));
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Move as little as it takes to have a place well inside of what is seen. */
export function reach(seen: Frame, whole: Whole, x: number, y: number): Frame {
  const [dx, dy] = [seen.w * 0.18, seen.h * 0.18];
  const turns = whole.turn ? Math.round((seen.x + seen.w / 2 - x) / whole.turn) * whole.turn : 0;
  const into = (from: number, size: number, edge: number, at: number) => Math.max(at + edge - size, Math.min(at - edge, from));
  return hold({ ...seen, x: into(seen.x, seen.w, dx, x + turns), y: into(seen.y, seen.h, dy, y) }, whole);
}
