import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fill } from "../src/words/fill.ts";
import { countCards } from "../src/words/narrate.ts";

describe("texts with parameters", () => {
  it("are filled as the engine fills them", () => {
    expect(fill("{seat} took {n} {n:card|cards}.", { seat: "Ada", n: 1 })).toBe("Ada took 1 card.");
    expect(fill("{n:card|cards} {n}", { n: 3 })).toBe("cards 3");
  });
  it("write numbers as the language does", () => {
    expect(fill("{n}", { n: 12_345 }, "en")).toBe("12,345");
    expect(fill("{n:one|many}", { n: 1 }, "ja")).toBe("many");
  });
});

describe("cards", () => {
  it("are counted from a payment or a list", () => {
    expect([...countCards("red*2 wild")]).toEqual([["red", 2], ["wild", 1]]);
    expect([...countCards(["blue.ship", "blue.ship"])]).toEqual([["blue.ship", 2]]);
    expect([...countCards("")]).toEqual([]);
  });
});

const folder = join(import.meta.dirname, "../src/words");
const parts = readdirSync(folder, { withFileTypes: true }).filter((it) => it.isDirectory());
const texts = async (part: string, lang: string) =>
  ((await import(`../src/words/${part}/${lang}.ts`)) as { messages: Record<string, string> }).messages;

describe.each(parts.map((it) => it.name))("messages of %s", (part) => {
  const parameters = (text: string) => new Set([...text.matchAll(/\{(\w+)/g)].map((it) => it[1]));
  it("use the same parameters in all languages", async () => {
    const en = await texts(part, "en");
    for (const other of [await texts(part, "ja"), await texts(part, "zh-Hant")]) {
      expect(Object.keys(other).toSorted()).toEqual(Object.keys(en).toSorted());
      for (const [id, text] of Object.entries(other)) {
        expect(text, id).not.toBe("");
        expect([...parameters(text)].filter((name) => !parameters(en[id]!).has(name)), id).toEqual([]);
      }
    }
  });
});

it("no id stands in two parts", async () => {
  const all = (await Promise.all(parts.map((it) => texts(it.name, "en")))).flatMap((it) => Object.keys(it));
  expect(all.filter((id, i) => all.indexOf(id) !== i)).toEqual([]);
});
