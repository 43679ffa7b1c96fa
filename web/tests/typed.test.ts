import { describe, expect, it } from "vitest";
import type { Choice } from "../src/live/wire.ts";
import { completions } from "../src/play/typed.ts";

const choice = {
  row: [{ card: "red", refills: [] }, { card: "wild", refills: ["train", "ship"] }],
  blind: ["train"],
  tickets: true,
  claims: [{ places: ["ash-birch.1", "ash-elm"], payments: ["red*2", "red wild"] }],
  stations: [],
  harbours: [],
  pay: [],
  swaps: [],
  decline: false,
  stop: false,
  passing: true,
} as unknown as Choice;

describe("a move that somebody types", () => {
  it("is completed with what can be done", () => {
    expect(completions(choice, "", false)).toEqual([
      "row red",
      "row wild refill train",
      "row wild refill ship",
      "blind",
      "tickets",
      "claim ash-birch.1 red*2",
      "claim ash-elm red*2",
      "pass",
    ]);
    expect(completions(choice, "bl", true)).toEqual(["blind train"]);
    expect(completions(choice, "Claim ash-e", false)).toEqual(["claim ash-elm red*2"]);
  });
  it("shows every payment once the place is there", () => {
    expect(completions(choice, "claim ash-elm ", false)).toEqual(["claim ash-elm red*2", "claim ash-elm red wild"]);
    expect(completions(choice, "nonsense", false)).toEqual([]);
  });
});
