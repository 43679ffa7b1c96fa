// A map that nobody has heard of: unknown colours, an unknown piece, no layout hints.
import type { VariantData } from "../src/data/variant.ts";

const names = ["ash", "birch", "cedar", "dogwood", "elm", "fir", "gorse"];

export const madeUp: VariantData = {
  id: "grove",
  names: { en: "Grove", ja: "木立", "zh-Hant": "樹叢" },
  cards: { colours: ["teal", "red", "mauve"], decks: [{ id: "cart", plain: 6, wild: 4 }] },
  parameters: { pieces: { cart: 12 } },
  cities: names.map((id) => ({ id, en: id.toUpperCase(), ja: id, "zh-Hant": id })),
  tracks: [
    { a: "ash", b: "birch", length: 3, colour: "teal", piece: "cart", twin: "x" },
    { a: "ash", b: "birch", length: 3, colour: "red", piece: "cart", twin: "x" },
    { a: "birch", b: "cedar", length: 2, colour: "gray", piece: "cart", ferry: 1 },
    { a: "cedar", b: "ash", length: 4, colour: "mauve", piece: "cart", tunnel: true },
    { a: "dogwood", b: "ash", length: 1, colour: "red", piece: "cart" },
    { a: "dogwood", b: "elm", length: 2, colour: "gray", piece: "cart", pair: 1 },
    { a: "fir", b: "gorse", length: 2, colour: "gray", piece: "cart" },
    { a: "ash", b: "gorse", length: 6, colour: "teal", piece: "cart" },
  ],
  tickets: [{ cities: ["ash", "cedar"], points: 5 }, { cities: ["ash", "birch", "gorse"], points: 9, any_order: 6, penalty: 8 }],
  layout: {
    frame: { width: 1000, height: 650 },
    cities: {
      ash: { x: 100, y: 100 },
      birch: { x: 500, y: 120 },
      cedar: { x: 820, y: 300 },
      dogwood: { x: 160, y: 260 },
      elm: { x: 300, y: 520 },
      fir: { x: 620, y: 560 },
      gorse: { x: 900, y: 600 },
    },
  },
};
