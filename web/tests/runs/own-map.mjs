// A map that nobody has heard of is added to the package as a folder, and to nothing else: it stands on the home page in three
// languages, is drawn, and a whole game of it is played. The client is the one that was built before the map was there.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHouse } from "../house.mjs";
import { playOut, readSheet } from "../player.mjs";

const SOURCE = join(import.meta.dirname, "../../../src/branchline");
const CITIES = [
  ["alder", "Alder", "ハンノキ", "赤楊"],
  ["birch", "Birch", "シラカバ", "白樺"],
  ["cedar", "Cedar", "スギ", "雪松"],
  ["dogwood", "Dogwood", "ハナミズキ", "山茱萸"],
  ["elm", "Elm", "ニレ", "榆樹"],
  ["fir", "Fir", "モミ", "冷杉"],
];
const FILES = {
  "variant.toml": `order = 50
id = "grove"
names = { en = "Grove", ja = "木立", zh-Hant = "樹叢" }

[cards]
colours = ["teal", "mauve", "amber"]
decks = [{ id = "cart", plain = 8, wild = 6 }]
total = 30

[parameters]
seats = [2, 3]
pieces = { cart = 10 }
start_tickets = 2
start_keep = 1
draw_tickets = 2
`,
  "cities.csv": `id,en,ja,zh-Hant,port,district,junction\n${CITIES.map((it) => `${it.join(",")},,,`).join("\n")}\n`,
  "tracks.csv": `a,b,length,colour,piece,ferry,tunnel,pair,twin
alder,birch,2,teal,cart,,,,alder-birch
alder,birch,2,mauve,cart,,,,alder-birch
birch,cedar,3,gray,cart,,,,
cedar,dogwood,1,amber,cart,,,,
dogwood,elm,2,gray,cart,,,,
elm,fir,2,teal,cart,,,,
fir,alder,3,mauve,cart,,,,
alder,dogwood,4,gray,cart,,,,
birch,elm,3,amber,cart,,,,
`,
  "tickets.csv": `cities,points,any_order,penalty,long
alder-cedar,5,,,
birch-fir,4,,,
cedar-elm,3,,,
dogwood-fir,6,,,
alder-elm,5,,,
birch-dogwood,4,,,
cedar-fir,7,,,
`,
};

/** The package as it is, with one more folder among its maps. */
function grown() {
  const place = mkdtempSync(join(tmpdir(), "branchline-grown-"));
  const inside = join(place, "branchline");
  mkdirSync(join(inside, "maps/grove"), { recursive: true });
  for (const name of readdirSync(SOURCE)) if (name !== "maps" && name !== "__pycache__") symlinkSync(join(SOURCE, name), join(inside, name));
  for (const name of readdirSync(join(SOURCE, "maps"))) if (name !== "__pycache__") cpSync(join(SOURCE, "maps", name), join(inside, "maps", name), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(inside, "maps/grove", name), text);
  return place;
}

async function play() {
  const place = grown();
  const house = await openHouse({ PYTHONPATH: place });
  try {
    if (!(await house.variants()).includes("grove")) throw new Error("the server does not list the map");
    for (const [lang, name] of [["en", "Grove"], ["ja", "木立"], ["zh-Hant", "樹叢"]]) {
      const visitor = await house.guest("mouse", { lang });
      await visitor.see("");
      await visitor.page.getByText(name, { exact: true }).first().waitFor();
      await visitor.leave();
    }
    const guest = await house.guest("mouse");
    await guest.see(`t/${await guest.table("grove")}`);
    const { page } = guest;
    await page.locator(".names text").first().waitFor();
    const names = new Set(await page.locator(".names text").allTextContents());
    for (const [, name] of CITIES) if (!names.has(name)) throw new Error(`the board does not name ${name}`);
    const spaces = await page.locator(".track").count();
    if (spaces !== 9) throw new Error(`the board draws ${spaces} tracks`);
    await guest.shot("own-map");
    const moves = await playOut(guest, "grove");
    await readSheet(guest);
    // There is no ground of it: the client was built before it came.
    guest.wrong = guest.wrong.filter((line) => !/404/.test(line));
    await guest.check("grove");
    return `${moves} moves`;
  } finally {
    await house.close();
    rmSync(place, { recursive: true, force: true });
  }
}

export const runs = () => [{ name: "a map that was added as a folder", quick: true, run: play }];
