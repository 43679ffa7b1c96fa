// What the first page and the first game cost, gzipped, from the built files: node tests/budget.mjs; wrong if it is too much.
// Counted is what the browser loads from nothing until a table is drawn, in any one language: the page, its scripts and
// styles (those they import too), the messages, the ground of the map, and what the server tells of the variant.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MOST_SCRIPT = 90 * 1024;
const MOST = 250 * 1024;
const STATIC = join(import.meta.dirname, "../../src/branchline/server/static");

if (!existsSync(join(STATIC, "index.html"))) {
  console.error("There is no built client: make web");
  process.exit(1);
}
const size = (file) => gzipSync(readFileSync(join(STATIC, file)), { level: 6 }).length;
const names = readdirSync(join(STATIC, "assets"));

/** A script with all that it imports at once. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(STATIC, file), "utf8");
  for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) withImports(`assets/${name}`, found);
  return found;
}

/** A page that is loaded when it is wanted, with its scripts and styles. */
function page(name) {
  const entry = names.find((it) => it.startsWith(`${name}-`) && it.endsWith(".js"));
  const scripts = [...withImports(`assets/${entry}`)];
  const chunks = scripts.map((it) => it.match(/assets\/([\w.]+)-/)[1]);
  return [...scripts, ...names.filter((it) => it.endsWith(".css") && chunks.some((chunk) => it.startsWith(`${chunk}-`))).map((it) => `assets/${it}`)];
}

const index = readFileSync(join(STATIC, "index.html"), "utf8");
const first = [...index.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map((it) => it[1]);
const shell = [...first, ...first.filter((it) => it.endsWith(".js")).flatMap((it) => [...withImports(it)])];
/** The messages of some parts of the page, in the language that needs most room for each. */
const spoken = (parts) =>
  parts.flatMap((part) => {
    const all = names.filter((it) => new RegExp(`^${part}-(en|ja|zh-Hant)-.*\\.js$`).test(it)).map((it) => `assets/${it}`);
    return all.toSorted((a, b) => size(b) - size(a)).slice(0, 1);
  });
/** The parts that a page names in routes.ts. */
function parts(name) {
  const routes = readFileSync(join(import.meta.dirname, "../src/routes.ts"), "utf8");
  const found = routes.match(new RegExp(`parts: \\[([^\\]]*)\\][^\n]*pages/${name}\\.svelte`));
  return ["shell", ...[...found[1].matchAll(/"(\w+)"/g)].map((it) => it[1])].filter((it) => it !== "engine");
}
const grounds = readdirSync(join(STATIC, "ground")).map((it) => `ground/${it}`).toSorted((a, b) => size(b) - size(a));

let wrong = false;
// The page of a table loads that of its game.
for (const [name, ...more] of [["Home"], ["TablePage", "Game"]]) {
  const files = [...new Set(["index.html", ...shell, ...[name, ...more].flatMap(page), ...spoken(parts(name)), ...(name === "TablePage" ? grounds.slice(0, 1) : [])])];
  const script = files.filter((it) => it.endsWith(".js")).reduce((n, it) => n + size(it), 0);
  const all = files.reduce((n, it) => n + size(it), 0);
  const kb = (n) => `${(n / 1024).toFixed(1)} KB`;
  console.log(`${name}: ${kb(script)} of script (at most ${kb(MOST_SCRIPT)}), ${kb(all)} in all (at most ${kb(MOST)})`);
  if (process.argv.includes("--files")) for (const it of files) console.log(`  ${kb(size(it)).padStart(9)}  ${it}`);
  wrong ||= script > MOST_SCRIPT || all > MOST;
}
if (wrong) console.error("Too much: node web/tests/budget.mjs --files lists what is counted.");
process.exit(wrong ? 1 : 0);
