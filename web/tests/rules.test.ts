import { describe, expect, it } from "vitest";
import { layBoard } from "../src/board/lay.ts";
import { Variant } from "../src/data/variant.ts";
import type { RulesChapter } from "../src/live/wire.ts";
import { frameOf, pictureOf } from "../src/rules/pictures.ts";
import { found, parts } from "../src/rules/prose.ts";
import { madeUp } from "./made-up.ts";

describe("the text of a clause", () => {
  it("has links to clauses that are there, and code", () => {
    const there = new Set(["CLAIM-7", "AMB-4"]);
    expect(parts("See CLAIM-7 (AMB-41), `pair_two_wilds`.", there)).toEqual([
      { kind: "text", text: "See " },
      { kind: "clause", text: "CLAIM-7" },
      { kind: "text", text: " (AMB-41), " },
      { kind: "code", text: "pair_two_wilds" },
      { kind: "text", text: "." },
    ]);
  });
});

describe("searching the rules", () => {
  const clause = (id: string, text: string) => ({ id, title: "", text, facts: [], options: [] });
  const chapters: RulesChapter[] = [
    { id: "tracks", title: "", sections: [{ id: "FERRY", title: "", clauses: [clause("FERRY-1", "A Wheel is ＷＩＬＤ"), clause("FERRY-2", "wild cards")] }] },
    { id: "end", title: "", sections: [{ id: "END", title: "", clauses: [clause("END-1", "last turns")] }] },
  ];
  const ids = (wanted: string) => found(chapters, wanted).flatMap((it) => it.sections.flatMap((section) => section.clauses.map((one) => one.id)));
  it("finds all words of it anywhere, in any width and case", () => {
    expect(ids("wild")).toEqual(["FERRY-1", "FERRY-2"]);
    expect(ids("WILD wheel")).toEqual(["FERRY-1"]);
    expect(ids("end-1")).toEqual(["END-1"]);
    expect(ids("tunnel")).toEqual([]);
    expect(ids(" ")).toHaveLength(3);
  });
});

describe("pictures of a map that nobody has heard of", () => {
  const variant = new Variant(madeUp);
  const board = layBoard(variant);
  it("show what the map has, and nothing that it has not", () => {
    const has = { FERRY: (it: { ferry?: number }) => it.ferry, TUNNEL: (it: { tunnel?: boolean }) => it.tunnel, PAIR: (it: { pair?: number }) => it.pair };
    for (const [section, fits] of Object.entries(has)) {
      const tracks = [...variant.tracks.values()].filter((it) => fits(it));
      const picture = pictureOf(section, variant);
      expect(Boolean(picture), section).toBe(tracks.length > 0);
      if (picture) expect(tracks).toContain(picture.tracks[0]);
    }
    expect(pictureOf("NOTHING", variant)).toBeNull();
  });
  it("show all of it, in the shape that is wanted", () => {
    for (const section of ["CLAIM", "DOUBLE", "LONGEST", "TICKET"]) {
      const picture = pictureOf(section, variant)!;
      const frame = frameOf(picture, variant, board, 2);
      expect(frame.w / frame.h).toBeCloseTo(2);
      for (const space of picture.tracks.flatMap((it) => board.tracks.get(it.id)!.spaces)) {
        expect(space.x).toBeGreaterThan(frame.x);
        expect(space.x).toBeLessThan(frame.x + frame.w);
        expect(space.y).toBeGreaterThan(frame.y);
        expect(space.y).toBeLessThan(frame.y + frame.h);
      }
    }
  });
});
