// For everybody: a whole game by keys alone, from the home page to the sheet, with claims made on a walk over the map; one by
// the names and roles that a screen reader tells; and axe finds nothing on any page and state, in both lights, on a phone and a desk.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { LONG_PATIENCE } from "../house.mjs";
import { move, readSheet } from "../player.mjs";
import { STATES } from "../states.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe has to say about the page as it is now. */
async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate((values) => globalThis.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }), TAGS);
  return found.violations.flatMap((it) => it.nodes.map((node) => `${it.id} at ${node.target.join(" ")}: ${node.any.concat(node.all, node.none)[0]?.message ?? it.help}`));
}

async function axe(house, { hands, lights, states }) {
  const guest = await house.guest(hands, { bypassCSP: true });
  const wrong = [];
  let looks = 0;
  for (const state of states) {
    if ((await state.at(guest, "mini")) === false) throw new Error(`no way to the state "${state.name}"`);
    for (const colorScheme of lights) {
      await guest.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      looks += 1;
      wrong.push(...(await violations(guest.page)).map((it) => `${state.name}, ${hands}, ${colorScheme}: ${it}`));
    }
  }
  await guest.leave();
  if (wrong.length) throw new Error(`axe:\n  ${[...new Set(wrong)].join("\n  ")}`);
  return `${looks} looks at ${states.length} states`;
}

/** Somewhere the focus is, always. */
async function stands(page, after) {
  const where = await page.evaluate(() => (document.activeElement === document.body ? "nowhere" : ""));
  if (where) throw new Error(`after ${after} the focus is nowhere`);
}

async function byKeys(house, variant) {
  const guest = await house.guest("keyboard");
  const { page } = guest;
  await guest.see(`t/${await guest.table(variant)}`);
  await page.locator(".now").waitFor();
  const stop = Date.now() + LONG_PATIENCE;
  let [moves, walked] = [0, 0];
  while (!(await page.locator(".story").count())) {
    if (Date.now() > stop) throw new Error(`no end after ${moves} moves`);
    if (!(await page.locator(".now.mine").count())) {
      await page.waitForTimeout(15);
      continue;
    }
    const seq = await page.locator(".game").getAttribute("data-seq");
    const changed = () => page.waitForFunction((was) => document.querySelector(".game")?.dataset.seq !== was, seq);
    if ((await page.locator(".track.open").count()) && !(await page.locator(".offer .main").count())) {
      // Over the map to the next track that can be claimed; Enter opens it, Enter pays with what is cheapest.
      await guest.reach(page.locator(".board .window"));
      await page.keyboard.press("PageDown");
      await page.keyboard.press("Enter");
      const pay = page.locator(".place button.main");
      await pay.waitFor();
      await guest.press(pay);
      await changed();
      walked += 1;
      await stands(page, "a claim");
    } else if ((await move(guest, 1)) === false) continue;
    moves += 1;
    await page.waitForTimeout(30);
    await stands(page, `move ${moves}`);
  }
  await readSheet(guest);
  await guest.check("by keys");
  await guest.leave();
  if (!walked) throw new Error("nothing was claimed on the map");
  return `${moves} moves, ${walked} claims on a walk`;
}

/** Nothing but roles and names: what is said is all that is known. */
async function byNames(house, variant) {
  const guest = await house.guest("mouse");
  const { page } = guest;
  await guest.see(`t/${await guest.table(variant)}`);
  const button = (name, more = {}) => page.getByRole("button", { name, disabled: false, ...more });
  const press = async (locator) => {
    if (!(await locator.count())) return false;
    return locator.first().click({ timeout: 2000 }).then(() => true, () => false);
  };
  const stop = Date.now() + LONG_PATIENCE;
  let [deeds, claims] = [0, 0];
  const score = page.getByRole("region", { name: "Final score" });
  await page.getByRole("application", { name: /^Map of/ }).waitFor();
  while (!(await score.count())) {
    if (Date.now() > stop) throw new Error(`no end after ${deeds} deeds`);
    if (!(await page.title()).startsWith("●")) {
      await page.waitForTimeout(20);
      continue;
    }
    deeds += 1;
    const offer = page.getByRole("group", { name: /^Choose the tickets/ });
    if (await offer.count()) {
      while (await press(offer.getByRole("button", { pressed: false }))) void 0;
      await press(offer.getByRole("button", { name: /^Keep/ }));
    } else if (await press(button("Start with these"))) void 0;
    else if (await press(button(/^Pay /))) void 0;
    else if (await press(button("Give it up"))) void 0;
    else {
      await press(page.getByRole("tab", { name: "Tracks" }));
      const track = page.getByRole("tabpanel", { name: "Tracks" }).getByRole("list").getByRole("button");
      if ((await press(track)) && (await press(button(/^(Claim it|Try the tunnel)$/)))) claims += 1;
      else if (await press(button(/^Draw from/))) void 0;
      else if (await press(button(/^Take an? /))) void 0;
      else if (await press(button(/^Draw tickets/))) void 0;
      else await press(button(/^(Pass|Stop)/));
    }
    await page.waitForTimeout(40);
  }
  await press(button("Skip to the sheet"));
  await score.getByRole("rowheader", { name: "Total" }).waitFor();
  // Who presses by names alone may press what has just gone: the server refuses that, and says so.
  guest.wrong = guest.wrong.filter((line) => !/status of (409|422)/.test(line));
  await guest.check("by names");
  await guest.leave();
  if (!claims) throw new Error("nothing was claimed");
  return `${deeds} deeds, ${claims} claims`;
}

const QUICK = new Set(["home", "lobby", "game, choosing tickets", "game, a track that can be claimed", "game, the end, the sheet"]);

export const runs = async (house) => [
  { name: "mini by keys alone, over the map", quick: true, run: (it) => byKeys(it, "mini") },
  { name: "mini by names alone", quick: true, run: (it) => byNames(it, "mini") },
  ...(await house.variants()).slice(1, 3).flatMap((variant) => [
    { name: `${variant} by keys alone, over the map`, run: (it) => byKeys(it, variant) },
    { name: `${variant} by names alone`, run: (it) => byNames(it, variant) },
  ]),
  { name: "axe, the main states", quick: true, run: (house) => axe(house, { hands: "mouse", lights: ["light"], states: STATES.filter((it) => QUICK.has(it.name)) }) },
  { name: "axe, every state on a desk", run: (house) => axe(house, { hands: "mouse", lights: ["light", "dark"], states: STATES }) },
  { name: "axe, every state on a phone", run: (house) => axe(house, { hands: "touch", lights: ["light", "dark"], states: STATES }) },
];
