// The maps of the package, read from their folders: what the board needs of them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Variant, type VariantData } from "../src/data/variant.ts";

const folder = join(import.meta.dirname, "../../src/branchline/maps");
export const mapIds: string[] = readdirSync(folder).filter((id) => existsSync(join(folder, id, "cities.csv")));

function rows(id: string, name: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(join(folder, id, name), "utf8").trim().split("\n").map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(head!.map((key, i) => [key, line[i] ?? ""])));
}

export function mapOf(id: string): Variant {
  const tracks = rows(id, "tracks.csv").map(({ a, b, length, colour, piece }) => ({ a: a!, b: b!, length: Number(length), colour: colour!, piece: piece! }));
  const data = {
    id,
    names: { en: id, ja: id, "zh-Hant": id },
    cards: { colours: [...new Set(tracks.map((it) => it.colour))].filter((it) => it !== "gray"), decks: [] },
    parameters: {},
    cities: rows(id, "cities.csv").map(({ port, district, junction, ...rest }) => ({
      ...rest,
      port: port === "yes",
      junction: junction === "yes",
      ...(district ? { district } : {}),
    })),
    tracks,
    tickets: rows(id, "tickets.csv").map(({ cities, points }) => ({ cities: cities!.split("-"), points: Number(points) })),
    layout: JSON.parse(readFileSync(join(folder, id, "layout.json"), "utf8")),
  };
  return new Variant(data as unknown as VariantData);
}
