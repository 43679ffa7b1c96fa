// A small drawing put in its place as plain numbers. A transform for each of them would do the same, but whoever moves the
// board would then move hundreds of things instead of one.

const TOKEN = /[A-Za-z]|-?\d*\.?\d+/g;
const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** How many numbers a command takes. Drawings here know no others, and only absolute ones. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, A: 7 };

export interface Place {
  x: number;
  y: number;
  /** In degrees. */
  angle?: number;
  /** How much larger, along and across; arcs stay arcs only where both are the same. */
  size?: number;
  across?: number;
}

export function stamp(d: string, { x, y, angle = 0, size = 1, across = size }: Place): string {
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const put = (u: number, v: number) => `${hundredth(x + u * size * c - v * across * s)} ${hundredth(y + u * size * s + v * across * c)}`;
  const tokens = d.match(TOKEN) ?? [];
  let [command, u, v] = ["", 0, 0];
  let out = "";
  for (let i = 0; i < tokens.length; ) {
    if (/[A-Za-z]/.test(tokens[i]!)) command = tokens[i++]!;
    if (command === "z") {
      out += "z";
      continue;
    }
    const takes = TAKES[command];
    if (takes === undefined) throw new Error(`${command} in ${d}: only ${Object.keys(TAKES).join("")}z can be put in a place`);
    const numbers = tokens.slice(i, (i += takes)).map(Number);
    if (command === "H") u = numbers[0]!;
    else if (command === "V") v = numbers[0]!;
    else [u, v] = numbers.slice(-2) as [number, number];
    if (command === "A") {
      const [rx, , turned, large, sweep] = numbers as [number, number, number, number, number];
      out += `A${hundredth(rx * size)} ${hundredth(rx * across)} ${turned + angle} ${large} ${sweep} ${put(u, v)}`;
    } else {
      out += command === "H" || command === "V" ? "L" : command;
      if (command === "M") command = "L"; // More places after the first are lines.
      const points = takes > 2 ? numbers : [u, v];
      out += points.flatMap((it, k) => (k % 2 ? [put(points[k - 1]!, it)] : [])).join(" ");
    }
  }
  return out;
}
