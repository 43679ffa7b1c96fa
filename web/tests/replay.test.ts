// A game as scenes, made from the first one and what each move changes.

import { expect, test } from "vitest";
import type { Moments } from "../src/live/wire.ts";
import { scenesOf, withChange } from "../src/replay/scenes.ts";

test("a change touches one place, and shares the rest", () => {
  const before = { view: { seats: [{ score: 1, hand: { red: 1 } }, { score: 2, hand: null }], row: ["red", null] }, totals: [1, 2] };
  const after = withChange(before, ["view", "seats", 1, "score"], 9);
  expect(after.view.seats[1]).toEqual({ score: 9, hand: null });
  expect(before.view.seats[1]!.score).toBe(2);
  expect(after.view.seats[0]).toBe(before.view.seats[0]);
  expect(after.totals).toBe(before.totals);
  expect(Array.isArray(after.view.seats)).toBe(true);
});

test("a change may add a key, and replace a whole part", () => {
  expect(withChange({ hand: { red: 1 } }, ["hand", "blue"], 2)).toEqual({ hand: { red: 1, blue: 2 } });
  expect(withChange({ hand: { red: 1 } as Record<string, number> }, ["hand"], {})).toEqual({ hand: {} });
  expect(withChange({ row: ["a", "b"] }, ["row"], ["c"])).toEqual({ row: ["c"] });
});

test("scenes follow one from the other", () => {
  const scene = { view: { turns: 0, row: ["red", "blue"] }, totals: [0, 0], completed: [[], []] };
  const moment = (changes: unknown[]) => ({ seat: 0, move: "", events: [], changes });
  const told = {
    seat: null,
    first: 0,
    number: 3,
    scene,
    moments: [moment([]), moment([[["view", "turns"], 1], [["view", "row", 0], null]]), moment([[["totals"], [3, 0]]])],
  } as unknown as Moments;
  const scenes = scenesOf(told) as unknown as (typeof scene)[];
  expect(scenes.map((it) => it.view.turns)).toEqual([0, 1, 1]);
  expect(scenes[0]).toBe(scene);
  expect(scenes[2]!.view).toBe(scenes[1]!.view);
  expect(scenes[2]).toEqual({ view: { turns: 1, row: [null, "blue"] }, totals: [3, 0], completed: [[], []] });
});
