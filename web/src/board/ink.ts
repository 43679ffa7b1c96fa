// How the colours of cards and seats look, and how they are told apart without colour: each has a symbol and a pattern.
// A colour that nobody has heard of gets a symbol that is still free, and its own name as ink if a browser knows it.

export interface Ink {
  fill: string;
  /** For symbols and writing on it. */
  on: string;
  symbol: string;
  pattern: string;
}

const light = "#fbf5e4";
const dark = "#2a2420";

const KNOWN: Record<string, Ink> = {
  red: { fill: "#b93a2f", on: light, symbol: "diamond", pattern: "rise" },
  blue: { fill: "#2f6d9f", on: light, symbol: "waves", pattern: "level" },
  green: { fill: "#44804a", on: light, symbol: "tree", pattern: "dots" },
  yellow: { fill: "#e8bf3f", on: dark, symbol: "star", pattern: "fall" },
  orange: { fill: "#dc7f2f", on: dark, symbol: "chevron", pattern: "zigzag" },
  black: { fill: "#38332f", on: light, symbol: "square", pattern: "none" },
  white: { fill: "#faf6ea", on: dark, symbol: "ring", pattern: "none" },
  purple: { fill: "#84529a", on: light, symbol: "cross", pattern: "grid" },
  pink: { fill: "#dd8aa6", on: dark, symbol: "heart", pattern: "upright" },
  gray: { fill: "#b9b2a3", on: dark, symbol: "dot", pattern: "none" },
  wild: { fill: "#f4ecd8", on: dark, symbol: "wheel", pattern: "none" },
};

/** Symbols as paths in a square from -5 to 5; those in LINES are drawn as lines, the others filled. */
export const SYMBOLS: Record<string, string> = {
  diamond: "M0-4.6 4.6 0 0 4.6-4.6 0z",
  waves: "M-4.4-1.9q2.2-2.6 4.4 0t4.4 0M-4.4 1.9q2.2-2.6 4.4 0t4.4 0",
  tree: "M0-4.6 4.4 3.6H-4.4z",
  star: "M0-5 1.3-1.6 4.9-1.5 2 .7 3 4.2 0 2.2-3 4.2-2 .7-4.9-1.5-1.3-1.6z",
  chevron: "M-4 .4 0-3.4 4 .4M-4 4.2 0 .4 4 4.2",
  square: "M-3.5-3.5H3.5V3.5H-3.5z",
  ring: "M3.7 0A3.7 3.7 0 1 1-3.7 0 3.7 3.7 0 1 1 3.7 0z",
  cross: "M-3.6-3.6 3.6 3.6M3.6-3.6-3.6 3.6",
  heart: "M0 4.3C-6.6-.4-4.2-4.6-1.9-4.3-.7-4.2 0-3.2 0-2.5 0-3.2.7-4.2 1.9-4.3 4.2-4.6 6.6-.4 0 4.3z",
  dot: "M1.5 0A1.5 1.5 0 1 1-1.5 0 1.5 1.5 0 1 1 1.5 0z",
  wheel: "M4.2 0A4.2 4.2 0 1 1-4.2 0 4.2 4.2 0 1 1 4.2 0zM0-4.2V4.2M-4.2 0H4.2M-3-3 3 3M3-3-3 3",
  bars: "M-3-4V4M0-4V4M3-4V4",
  moon: "M1.8-4.2A4.4 4.4 0 1 0 1.8 4.2 5 5 0 0 1 1.8-4.2z",
  plus: "M0-4.2V4.2M-4.2 0H4.2",
  hexagon: "M-4.4 0-2.2-3.9H2.2L4.4 0 2.2 3.9H-2.2z",
  anchor: "M0-2.6V4.2M-3.8 1Q-3.2 4.2 0 4.2 3.2 4.2 3.8 1M-2-1H2M1.1-3.7A1.1 1.1 0 1 1-1.1-3.7 1.1 1.1 0 1 1 1.1-3.7z",
};
export const LINES = new Set(["waves", "chevron", "ring", "cross", "wheel", "bars", "plus", "anchor"]);

/** Patterns as lines in a tile of six. */
export const PATTERNS: Record<string, string> = {
  rise: "M-1 7 7-1M-4 4 4-4M2 10 10 2",
  fall: "M-1-1 7 7M-4 2 4 10M2-4 10 4",
  level: "M0 3H6",
  upright: "M3 0V6",
  grid: "M0 3H6M3 0V6",
  dots: "M3 2.4V3.6",
  zigzag: "M0 4.5 3 1.5 6 4.5",
};

const SPARE = ["bars", "moon", "plus", "hexagon"];

/** The inks of a variant's colours, and of gray and wild. */
export function inks(colours: readonly string[]): Map<string, Ink> {
  const out = new Map<string, Ink>();
  const spare = [...SPARE];
  for (const colour of [...colours, "gray", "wild"]) {
    const unknown = (): Ink => ({ fill: named(colour), on: light, symbol: spare.shift() ?? "dot", pattern: "fall" });
    out.set(colour, KNOWN[colour] ?? unknown());
  }
  return out;
}

function named(colour: string): string {
  const known = typeof CSS !== "undefined" && CSS.supports("color", colour);
  if (known) return colour;
  let hash = 7;
  for (const letter of colour) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${hash} 42% 42%)`;
}

/** A seat: its ink and the shape that stands on its pieces. */
export interface SeatInk {
  fill: string;
  on: string;
  shape: string;
}

const SEATS: Record<string, SeatInk> = {
  blue: { fill: "#1f5fa8", on: "#fff", shape: "M2.6 0A2.6 2.6 0 1 1-2.6 0 2.6 2.6 0 1 1 2.6 0z" },
  red: { fill: "#c2281d", on: "#fff", shape: "M-2.3-2.3H2.3V2.3H-2.3z" },
  green: { fill: "#1f7a3f", on: "#fff", shape: "M0-2.9 2.9 2.2H-2.9z" },
  yellow: { fill: "#f2c418", on: "#241d05", shape: "M0-3.2 3.2 0 0 3.2-3.2 0z" },
  black: { fill: "#23201e", on: "#fff", shape: "M-1-3H1V-1H3V1H1V3H-1V1H-3V-1H-1z" },
  purple: { fill: "#7b3f9d", on: "#fff", shape: "M0-3.3.9-1 3.2-.9 1.4.5 2 2.8 0 1.5-2 2.8-1.4.5-3.2-.9-.9-1z" },
};
const ORDER = Object.keys(SEATS);
export const SEAT_COLOURS: readonly string[] = ORDER;

export function seatInk(colour: string | undefined, seat: number): SeatInk {
  return SEATS[colour ?? ""] ?? SEATS[ORDER[seat % ORDER.length]!]!;
}

/** Pieces seen from above, 20 long and 9 wide: what fills, and what is drawn on it. */
export const PIECES: Record<string, { body: string; detail: string }> = {
  train: {
    body: "M-9.6-3.4Q-9.6-4.3-8.7-4.3H6.6Q9.8-4.3 9.8 0 9.8 4.3 6.6 4.3H-8.7Q-9.6 4.3-9.6 3.4z",
    detail: "M-6.8-2.9V2.9M6.4-2.6Q7.8-1.6 7.8 0 7.8 1.6 6.4 2.6",
  },
  ship: {
    body: "M-9.2-3.1Q-9.2-4-8.2-4.1-2-4.7 3.4-3.6 7.6-2.6 10 0 7.6 2.6 3.4 3.6-2 4.7-8.2 4.1-9.2 4-9.2 3.1z",
    detail: "M-7-2.4Q-1-3 3-2M-7 2.4Q-1 3 3 2M6.4 0H7.6",
  },
  bus: {
    body: "M-9.4-3.2Q-9.4-4.4-8.2-4.4H8.2Q9.4-4.4 9.4-3.2V3.2Q9.4 4.4 8.2 4.4H-8.2Q-9.4 4.4-9.4 3.2z",
    detail: "M6.8-3V3M-7.6-2.8H-4.6M4-2.8H5.4M-7.6 2.8H-4.6M4 2.8H5.4",
  },
};
export const PLAIN_PIECE = { body: "M-9-3.8H9V3.8H-9z", detail: "M-7-2V2M7-2V2" };

/** The picture of a piece; one that nobody has heard of is a plain box. */
export const pieceArt = (piece: string): string => (piece in PIECES ? piece : "plain");
