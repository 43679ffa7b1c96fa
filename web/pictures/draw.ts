// The board drawn without a browser: the same component, rendered to text. Built into one script that Python runs
// (src/branchline/pictures); it asks nothing of the machine, not even the time.

import { render } from "svelte/server";
import Board from "../src/board/Board.svelte";
import type { Building } from "../src/board/Board.svelte";
import { drawn, type GroundData } from "../src/board/drawn.ts";
import { seatInk } from "../src/board/ink.ts";
import { layBoard } from "../src/board/lay.ts";
import { Variant, type Lang, type VariantData } from "../src/data/variant.ts";
import theme from "../src/theme.css?inline";

/** What is to be drawn. */
interface Asked {
  variant: VariantData;
  lang: Lang;
  /** How wide the picture will be, in pixels: names are placed for this size. */
  wide: number;
  owners: Record<string, number>;
  buildings: Building[];
  /** The colours of the seats. */
  colours: string[];
  /** Cities to light, and the track that was claimed last. */
  lit: string[];
  recent: string | null;
}

const grounds = import.meta.glob<GroundData>("../public/ground/*.json", { eager: true, import: "default" });
/** The space around the frame of a map, in widths of a track: its border lies there. */
const RIM = 2.6;

function draw(asked: Asked): { body: string; head: string; theme: string; wide: number; high: number; seats: object[] } {
  const variant = new Variant(asked.variant);
  const board = layBoard(variant);
  const rim = board.gauge * RIM;
  const cut = { x: -rim, y: -rim, w: board.frame.width + 2 * rim, h: board.frame.height + 2 * rim };
  const size = { wide: asked.wide, high: Math.round((asked.wide * cut.h) / cut.w) };
  const seats = asked.colours.map((colour, i) => seatInk(colour, i));
  const props = {
    variant,
    ground: grounds[`../public/ground/${variant.data.id}.json`] ?? drawn(variant.layout),
    lang: asked.lang,
    label: "",
    owners: new Map(Object.entries(asked.owners)),
    buildings: asked.buildings,
    seats,
    lit: new Set(asked.lit),
    recent: asked.recent,
    cut,
    size,
  };
  const { body, head } = render(Board, { props });
  return { body, head, theme, wide: size.wide, high: size.high, seats };
}

(globalThis as { draw?: (asked: string) => string }).draw = (asked) => JSON.stringify(draw(JSON.parse(asked) as Asked));
