import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fresh, keep, kept } from "../src/learn/progress.ts";
import { current, STEPS } from "../src/learn/steps.ts";
import type { GameEvent } from "../src/live/wire.ts";
import { messages } from "../src/words/learn/en.ts";

const happened = (event: string, seat = 0, more: object = {}) => ({ event, seat, ...more }) as unknown as GameEvent;

describe("the steps of the lesson", () => {
  it("are for the scenes that the server has, and say what there are words for", () => {
    const data = readFileSync(join(import.meta.dirname, "../../src/branchline/server/lessons/first.toml"), "utf-8");
    const scenes = [...data.matchAll(/^id = "(\w+)"/gm)].map((it) => it[1]);
    expect(Object.keys(STEPS)).toEqual(scenes);
    for (const step of Object.values(STEPS).flat()) {
      expect(messages).toHaveProperty(step.says);
      if (step.back) expect(messages).toHaveProperty(step.back);
    }
  });
  it("go on by themselves when what they wait for happens, in whatever order", () => {
    const steps = STEPS.cards!;
    expect(current(steps, [], new Set())).toBe(0);
    expect(current(steps, [], new Set([0, 1]))).toBe(2);
    expect(current(steps, [happened("row_taken")], new Set([0, 1]))).toBe(3);
    const early = [happened("track_claimed", 0, { track: "birchwick-millbrook.1" })];
    expect(current(steps, early, new Set([0, 1]))).toBe(2);
    const all = [...early, happened("row_taken"), happened("blind_drawn")];
    expect(current(steps, all, new Set([0, 1]))).toBe(5);
    expect(current(steps, all, new Set([0, 1, 5]))).toBe(steps.length);
  });
  it("do not mind what the partner does", () => {
    expect(current(STEPS.cards!, [happened("row_taken", 1)], new Set([0, 1]))).toBe(2);
  });
});

describe("progress", () => {
  const drawer = new Map<string, string>();
  beforeEach(() => {
    drawer.clear();
    vi.stubGlobal("localStorage", { getItem: (id: string) => drawer.get(id) ?? null, setItem: (id: string, value: string) => drawer.set(id, value) });
  });
  it("is kept in the browser", () => {
    expect(kept(["cards", "ferry"])).toEqual(fresh("cards"));
    const far = { scene: "ferry", moves: ["tickets"], read: [0], done: ["cards"] };
    keep(far);
    expect(kept(["cards", "ferry"])).toEqual(far);
  });
  it("begins again where it does not fit", () => {
    keep({ scene: "gone", moves: [], read: [], done: [] });
    expect(kept(["cards"])).toEqual(fresh("cards"));
    drawer.set("branchline.lesson", "{not json");
    expect(kept(["cards"])).toEqual(fresh("cards"));
    drawer.set("branchline.lesson", '{"scene":"cards","moves":[3],"read":[],"done":[]}');
    expect(kept(["cards"])).toEqual(fresh("cards"));
  });
});
