// What the client may not know: any map by its name, any rule. It shows what the server tells.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mapIds, mapOf } from "./maps.ts";

const root = join(import.meta.dirname, "..");
const files = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    return statSync(join(root, path)).isDirectory() ? files(path) : /\.(ts|mjs|svelte|css|html)$/.test(name) ? [path] : [];
  });
/** Everything but the messages, and the types that are made from the server's. */
const sources = ["index.html", ...files("src"), ...files("ground")].filter((it) => !/src[/]words[/]\w+[/]|wire\.ts$/.test(it));
const text = new Map(sources.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const wherever = (wanted: RegExp) => [...text].flatMap(([path, it]) => [...it.matchAll(wanted)].map((found) => `${path}: ${found[0]}`));
const quoted = (words: readonly string[]) => new RegExp(`["'\`](?:${words.join("|")})["'\`]`, "gi");

describe("the source of the client", () => {
  it("is all there", () => {
    expect(sources.length).toBeGreaterThan(60);
    expect(mapIds).toContain("mini");
  });

  it("names no map", () => {
    expect(wherever(quoted(mapIds))).toEqual([]);
    // Bare, too, where the name is no word of everyday language.
    const bare = mapIds.filter((id) => !["world", "mini"].includes(id));
    expect(wherever(new RegExp(`\\b(?:${bare.join("|")})\\b`, "gi"))).toEqual([]);
  });

  it.each(mapIds)("names no city, track or ticket of %s", (id) => {
    const { data, tracks, tickets } = mapOf(id);
    const names = data.cities.flatMap((city) => [city.id, ...(["en", "ja", "zh-Hant"] as const).map((lang) => city[lang] as string)]);
    const words = [...names.filter(Boolean), ...tracks.keys(), ...tickets.keys()].map((it) => it.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    // The lesson is written for the places of its own small map.
    expect(wherever(quoted(words)).filter((it) => !it.startsWith("src/learn/steps.ts"))).toEqual([]);
  });

  it("reads only those parameters of the rules that a player is shown", () => {
    const table = readFileSync(join(root, "../src/branchline/game/parameters.py"), "utf8");
    const parameters = [...table.matchAll(/^ {4}([a-z_]+): .*= parameter\(/gm)].map((it) => it[1]!);
    expect(parameters.length).toBeGreaterThan(25);
    const shown = new Set(["seats", "pieces", "pieces_chosen", "pieces_suggested", "track_points"]);
    const read = wherever(/parameters\??\.\w+/g).map((it) => it.split(".").at(-1)!);
    expect(read.filter((it) => parameters.includes(it) && !shown.has(it))).toEqual([]);
    // Names that nothing else has must not stand anywhere; a view has its own last_turns.
    const rules = parameters.filter((it) => it.includes("_") && !shown.has(it) && it !== "last_turns");
    expect(wherever(new RegExp(`\\b(?:${rules.join("|")})\\b`, "g"))).toEqual([]);
  });

  it("cites no clause: whoever knows one would know a rule", () => {
    const cited = wherever(/\b[A-Z]{3,}-\d+\b/g).filter((it) => !it.startsWith("src/pages/Rules.svelte"));
    expect(cited).toEqual([]);
  });

  it("asks nobody but the server that it came from", () => {
    const there = wherever(/https?:\/\/[^\s"'`)<]+/g).filter((it) => !/www\.w3\.org|example\.org|127\.0\.0\.1|localhost/.test(it));
    expect(there).toEqual([]);
  });
});
