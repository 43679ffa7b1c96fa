// The ways of playing that a game from start to end need not take: drag, plan, take back, ask why, look back.

import { LONG_PATIENCE } from "../house.mjs";
import { claim, move, openTrack } from "../player.mjs";

/** Sit at a table of mini with the start choices made, and be up. */
async function begin(house, { hands = "mouse", settings = {}, setup = {}, variant = "mini", bots = ["greedy"] } = {}) {
  const guest = await house.guest(hands, { settings });
  await guest.see(`t/${await guest.table(variant, { setup, bots, seats: bots.length + 1 })}`);
  await guest.page.locator(".now").waitFor();
  await until(guest, async () => (await guest.page.locator(".slot.open").count()) > 0 && !(await guest.page.locator(".game.planning").count()));
  return guest;
}

/** Make moves until something is so. */
async function until(guest, so, number = 1) {
  const stop = Date.now() + LONG_PATIENCE;
  while (!(await so())) {
    if (Date.now() > stop) throw new Error("it never came to that");
    const done = await move(guest, number);
    if (done === null) throw new Error("the game was over before");
    if (!done) await guest.page.waitForTimeout(15);
  }
}

const seqOf = (page) => page.locator(".game").getAttribute("data-seq").then(Number);
const later = (page, seq) => page.waitForFunction((before) => Number(document.querySelector(".game").dataset.seq) > before, seq);
const mine = (page) => page.locator(".now.mine").count();

/** Draw until a track can be claimed and it is our turn. */
const canClaim = (guest) =>
  until(guest, async () => (await mine(guest.page)) > 0 && (await guest.page.locator(".track.open").count()) > 0 && (await openTrack(guest.page)) !== null, 1);

async function drag(house) {
  const guest = await begin(house);
  const { page } = guest;
  await canClaim(guest);
  // A kind of card that is among the payments of a track that can be seen.
  const kinds = await page.locator(".hand [data-card]").evaluateAll((all) => all.map((it) => it.dataset.card));
  for (const kind of kinds) {
    await page.locator(`.hand [data-card="${kind}"]`).click();
    const at = await openTrack(page);
    await page.locator(`.hand [data-card="${kind}"]`).click();
    if (!at) continue;
    const card = await page.locator(`.hand [data-card="${kind}"]`).boundingBox();
    await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2);
    await page.mouse.down();
    await page.mouse.move(card.x + card.width / 2, card.y - 30, { steps: 4 });
    await page.mouse.move(at.x, at.y, { steps: 6 });
    await page.mouse.up();
    const button = page.locator(".place button.main");
    await button.waitFor();
    const seq = await seqOf(page);
    await button.click();
    await later(page, seq);
    if (!(await page.locator(".track.taken").count())) throw new Error("nothing was claimed");
    return guest.check("drag");
  }
  throw new Error("no card helped to pay for a track");
}

/** Without a confirmation the tap on a track, or on one of its payments, is enough. */
async function direct(house) {
  const guest = await begin(house, { settings: { confirm: "never" } });
  const { page } = guest;
  await canClaim(guest);
  const seq = await seqOf(page);
  const at = await openTrack(page);
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction((before) => Number(document.querySelector(".game").dataset.seq) > before || document.querySelector(".place button.way"), seq);
  if ((await seqOf(page)) === seq) await page.locator(".place button.way").first().click();
  await later(page, seq);
  await guest.check("direct");
}

/** Two cards planned while the other is up are both drawn when the turn comes; and a card alone is taken back. */
async function plan(house) {
  const [ada, ben] = [await house.guest("mouse", { name: "Ada" }), await house.guest("mouse", { name: "Ben" })];
  const table = await ada.table("mini", { bots: [] });
  await ben.command(table, { do: "take_seat" });
  await ada.command(table, { do: "start" });
  for (const guest of [ada, ben]) {
    await guest.see(`t/${table}`);
    await guest.page.locator(".now.mine").waitFor();
  }
  // Start choices, until one of them has a turn and the other waits.
  const up = async () => (await ada.page.locator(".game.planning").count()) + (await ben.page.locator(".game.planning").count()) === 1;
  const stop = Date.now() + LONG_PATIENCE;
  while (!(await up())) {
    if (Date.now() > stop) throw new Error("nobody had to wait");
    for (const guest of [ada, ben]) if (await guest.page.locator(".offer .main, .split .main").count()) await move(guest);
    await ada.page.waitForTimeout(20);
  }
  const [first, second] = (await ada.page.locator(".game.planning").count()) ? [ben, ada] : [ada, ben];
  const before = Number(await second.page.locator(".hand").getAttribute("aria-label").then((text) => text.match(/\d+/)[0]));
  const pile = second.page.locator(".slot.pile.open").first();
  await pile.click();
  await pile.click();
  await second.page.locator(".plan b").nth(1).waitFor();
  // The other draws two; then both planned cards come by themselves.
  while (await first.page.locator(".now.mine").count()) await move(first, 1);
  await second.page.waitForFunction((n) => Number(document.querySelector(".hand").getAttribute("aria-label").match(/\d+/)[0]) === n, before + 2);
  await ada.check("Ada");
  await ben.check("Ben");
}

/** A split of pieces or tickets chosen in secret can be taken back while nobody has seen anything. */
async function takeBack(house) {
  const [ada, ben] = [await house.guest("mouse", { name: "Ada" }), await house.guest("mouse", { name: "Ben" })];
  const table = await ada.table("mini", { bots: [] });
  await ben.command(table, { do: "take_seat" });
  await ada.command(table, { do: "start" });
  const { page } = ada;
  await ada.see(`t/${table}`);
  await page.locator(".now.mine").waitFor();
  const asked = await page.locator(".asked").innerText();
  await move(ada);
  await page.locator(".undo").click();
  await page.waitForFunction((text) => document.querySelector(".asked").innerText === text, asked);
  await page.locator("#tab-log").click();
  const log = await page.locator(".tab-panel ol").innerText();
  if (!/took moves back/.test(log)) throw new Error(`the log says nothing of it: ${log}`);
  await ada.check("Ada");
}

/** What can't be done says why, with the rule; a line of the log shows the board as it was. */
async function why(house) {
  const guest = await begin(house);
  const { page } = guest;
  const shut = await page.evaluate(() => {
    for (const group of document.querySelectorAll(".track:not(.open)")) {
      const line = group.querySelector(".hit");
      const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
      if (document.elementFromPoint(at.x, at.y)?.closest(".board")) return { x: at.x, y: at.y };
    }
    return null;
  });
  if (!shut) throw new Error("every track can be claimed");
  await page.mouse.click(shut.x, shut.y);
  await page.locator(".place .why").waitFor();
  await page.locator(".place .rule").click();
  await page.locator(".place blockquote").waitFor();
  await page.locator(".place header button").click();
  await canClaim(guest);
  const seq = await seqOf(page);
  await claim(guest);
  await later(page, seq);
  const taken = await page.locator(".track.taken").count();
  await page.locator("#tab-log").click();
  await page.locator(".tab-panel ol li button").last().click();
  await page.locator(".past").waitFor();
  await page.waitForFunction((n) => document.querySelectorAll(".track.taken").length < n, taken);
  await page.locator(".past button").click();
  await page.waitForFunction((n) => document.querySelectorAll(".track.taken").length >= n, taken);
  await guest.check("why");
}

export const runs = () => [
  { name: "a card dragged onto a track", quick: true, run: drag },
  { name: "a claim without a confirmation", quick: true, run: direct },
  { name: "both cards of a draw planned", quick: true, run: plan },
  { name: "a choice taken back", quick: true, run: takeBack },
  { name: "why not, and the board as it was", quick: true, run: why },
];
