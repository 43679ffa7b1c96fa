// Plays a game through its page, with the hands of a guest: looks what can be done, and does some of it.

import { LONG_PATIENCE } from "./house.mjs";

/** What the page offers now. */
const look = (page) =>
  page.evaluate(() => {
    const count = (what) => document.querySelectorAll(what).length;
    return {
      over: count(".story") > 0,
      mine: count(".now.mine") > 0,
      seq: document.querySelector(".game")?.dataset.seq,
      offer: count(".offer .ticket"),
      split: count(".split .main") > 0,
      pay: count(".buttons .pay"),
      others: count(".buttons button"),
      open: count(".track.open"),
      slots: count(".slot.open:not(.tickets)"),
      tickets: count(".slot.tickets.open"),
    };
  });

/** The middle of a track that can be claimed and that nothing covers, in the window. */
export const openTrack = (page) =>
  page.evaluate(() => {
    for (const group of document.querySelectorAll(".track.open")) {
      const line = group.querySelector(".hit");
      for (const share of [0.5, 0.35, 0.65]) {
        const at = line.getPointAtLength(line.getTotalLength() * share).matrixTransform(line.getScreenCTM());
        if (document.elementFromPoint(at.x, at.y)?.closest(".track") === group) return { x: at.x, y: at.y };
      }
    }
    return null;
  });

/** Claim a track that can be claimed: on the map, or with a keyboard from the list. */
export async function claim(guest) {
  const { page } = guest;
  const button = page.locator(".place button.main");
  if (guest.hands === "keyboard") {
    await guest.press(page.locator("#tab-tracks"));
    await guest.press(page.locator(".tab-panel li button.open").first());
    await button.waitFor();
  } else {
    // The board may have moved between the look and the touch: then nothing came of it, and one tries again.
    do {
      const at = await openTrack(page);
      if (!at) return false;
      await guest.pressAt(at);
    } while (!(await button.waitFor({ timeout: 5000 }).then(() => true, () => false)));
  }
  await guest.press(button);
  await button.waitFor({ state: "detached" });
  return true;
}

/** Take a card: from a pile, or every other time from the row, whose gap may be filled from one of several piles. */
async function take(guest, seq, number) {
  const { page } = guest;
  const slots = page.locator(".slot.open:not(.tickets)");
  await guest.press(number % 2 ? slots.first() : slots.last());
  await page.waitForFunction((before) => document.querySelector(".asking button") || document.querySelector(".game")?.dataset.seq !== before, seq);
  const piles = page.locator(".asking button");
  if (await piles.count()) await guest.press(piles.first());
}

/** Make one move, whatever is asked; false when it is somebody else's turn, null when the game is over. */
export async function move(guest, number = 0) {
  const { page } = guest;
  const now = await look(page);
  if (now.over) return null;
  if (!now.mine) return false;
  if (now.offer) {
    const unchosen = page.locator('.offer .ticket[aria-pressed="false"]');
    while (await unchosen.count()) await guest.press(unchosen.first());
    await guest.press(page.locator(".offer .main"));
  } else if (now.split) await guest.press(page.locator(".split .main"));
  else if (now.pay) await guest.press(page.locator(".buttons .pay").first());
  else if (now.open && number % 3 === 0 && (await claim(guest))) void 0;
  else if (now.slots) await take(guest, now.seq, number);
  else if (now.open && (await claim(guest))) void 0;
  else if (now.tickets) await guest.press(page.locator(".slot.tickets.open"));
  else if (now.others) await guest.press(page.locator(".buttons button").last());
  await page.waitForFunction((seq) => document.querySelector(".game")?.dataset.seq !== seq, now.seq);
  return true;
}

/** Play until the final score is there; the number of one's own moves. */
export async function playOut(guest, what) {
  const stop = Date.now() + LONG_PATIENCE;
  let moves = 0;
  for (;;) {
    if (Date.now() > stop) throw new Error(`${what}: no end after ${moves} moves`);
    const done = await move(guest, moves + 1);
    if (done === null) return moves;
    if (done) moves += 1;
    else await guest.page.waitForTimeout(15);
  }
}

/** Look at the whole sheet at the end. */
export async function readSheet(guest) {
  const { page } = guest;
  const skip = page.locator(".story .skip");
  // The story goes on by itself, and what skips the rest of it goes away with its last step.
  if (await skip.count()) await guest.press(skip, { timeout: 5000 }).catch(() => undefined);
  await page.locator(".story tfoot").waitFor();
}
