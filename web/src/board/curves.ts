// Lines of points: curves through places, lengths, parallels.

import type { Point } from "../data/variant.ts";

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += distance(line[i - 1]!, line[i]!);
  return sum;
}

/** A curve from a to b that bulges to its left by `bulge` at the middle. */
export function arc(a: Point, b: Point, bulge: number, parts = 24): Point[] {
  if (!bulge) return [a, b];
  const long = distance(a, b) || 1;
  const [nx, ny] = [(b[1] - a[1]) / long, -(b[0] - a[0]) / long];
  const out: Point[] = [];
  for (let i = 0; i <= parts; i++) {
    const t = i / parts;
    const [x, y] = between(a, b, t);
    const off = 4 * t * (1 - t) * bulge;
    out.push([x + nx * off, y + ny * off]);
  }
  return out;
}

/** A curve through points (centripetal Catmull-Rom would be safer; ours are evenly spaced). */
export function through(points: readonly Point[], parts = 10): Point[] {
  if (points.length < 3) return [...points];
  const out: Point[] = [];
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))]!;
  for (let i = 0; i < points.length - 1; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < parts; k++) {
      const t = k / parts;
      const axis = (n: 0 | 1) =>
        0.5 * (2 * q[n] + (r[n] - p[n]) * t + (2 * p[n] - 5 * q[n] + 4 * r[n] - s[n]) * t * t + (3 * q[n] - p[n] - 3 * r[n] + s[n]) * t ** 3);
      out.push([axis(0), axis(1)]);
    }
  }
  out.push(points.at(-1)!);
  return out;
}

/** The same line, moved sideways; positive is to the left as one walks along it. */
export function parallel(line: readonly Point[], off: number): Point[] {
  if (!off) return [...line];
  return line.map((p, i) => {
    const [a, b] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    const long = distance(a, b) || 1;
    return [p[0] + ((b[1] - a[1]) / long) * off, p[1] - ((b[0] - a[0]) / long) * off] as Point;
  });
}

/** The place and the direction (in degrees) at a length along a line. */
export function along(line: readonly Point[], at: number): { x: number; y: number; angle: number } {
  let rest = at;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const step = distance(a, b);
    if (rest <= step || i === line.length - 1) {
      const [x, y] = between(a, b, step ? rest / step : 0);
      return { x, y, angle: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI };
    }
    rest -= step;
  }
  return { x: line[0]?.[0] ?? 0, y: line[0]?.[1] ?? 0, angle: 0 };
}

/** The places that divide a line of a length into parts. */
export function evenly(line: readonly Point[], whole: number, parts: number): Point[] {
  const out: Point[] = [];
  let passed = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const step = distance(a, b);
    while (out.length < parts - 1) {
      const at = (whole * (out.length + 1)) / parts;
      if (at > passed + step && i < line.length - 1) break;
      out.push(between(a, b, step ? (at - passed) / step : 0));
    }
    passed += step;
  }
  return out;
}

export const tenth = (value: number): number => Math.round(value * 10) / 10;

export function pathOf(line: readonly Point[]): string {
  return line.map((p, i) => `${i ? "L" : "M"}${tenth(p[0])} ${tenth(p[1])}`).join("");
}
