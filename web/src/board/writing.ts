// The fonts of the map, and how wide a word is in them.

import type { Lang } from "../data/variant.ts";

export const FONTS: Record<Lang, string> = {
  en: '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","Noto Serif",Georgia,serif',
  ja: '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP","Noto Serif JP",serif',
  "zh-Hant": '"Songti TC","Noto Serif CJK TC","Noto Serif TC","PMingLiU",serif',
};

let pen: CanvasRenderingContext2D | null = null;
const known = new Map<string, number>();

/** The width of a text in units of its size. */
export function measured(text: string, lang: Lang): number {
  const key = lang + text;
  let width = known.get(key);
  if (width === undefined) {
    pen ??= globalThis.document?.createElement("canvas").getContext("2d") ?? null;
    if (!pen) return guessed(text);
    pen.font = `600 100px ${FONTS[lang]}`;
    width = pen.measureText(text).width / 100 + 0.1;
    known.set(key, width);
  }
  return width;
}

/** The same where nothing can be measured: wide letters of the east, narrow and wide ones of the west. */
export function guessed(text: string): number {
  let width = 0.1;
  for (const letter of text) width += letter > "\u2e7f" ? 1 : /[iljtfr.,'’ -]/.test(letter) ? 0.34 : /[A-ZmwMW]/.test(letter) ? 0.76 : 0.56;
  return width;
}
