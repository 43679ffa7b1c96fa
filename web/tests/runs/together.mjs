// Two people, each with a browser, one of whom loses the connection and gets it back.

import { LONG_PATIENCE } from "../house.mjs";
import { move, readSheet } from "../player.mjs";

/** One move of whoever is up; false if nobody could move, null at the end. */
async function turn(guests, number) {
  for (const guest of guests) {
    const done = await move(guest, number);
    if (done !== false) return done;
  }
  return false;
}

async function cutOff(house, variant) {
  const [ada, ben] = [await house.guest("mouse", { name: "Ada" }), await house.guest("touch", { name: "Ben", lang: "ja" })];
  const table = await ada.table(variant, { bots: [] });
  await ben.command(table, { do: "take_seat" });
  await ada.command(table, { do: "start" });
  await ada.see(`t/${table}`);
  await ben.see(`t/${table}`);
  await ada.page.locator(".now").waitFor();
  await ben.page.locator(".now").waitFor();
  const stop = Date.now() + LONG_PATIENCE;
  const away = ben.page.locator(".away");
  let [moves, cuts] = [0, 0];
  for (;;) {
    if (Date.now() > stop) throw new Error(`no end after ${moves} moves`);
    const done = await turn([ada, ben], moves + 1);
    if (done === null) break;
    if (!done) {
      await ada.page.waitForTimeout(15);
      continue;
    }
    moves += 1;
    if (moves !== 6 && moves !== 14) continue;
    // Cut off, the page says so and keeps what it shows; meanwhile the other goes on, as far as the rules let her.
    cuts += 1;
    await ben.context.setOffline(true);
    await away.waitFor();
    while (await move(ada, moves + 1)) moves += 1;
    await ben.context.setOffline(false);
    await away.waitFor({ state: "detached" });
    const seq = await ada.page.locator(".game").getAttribute("data-seq");
    await ben.page.waitForFunction((wanted) => Number(document.querySelector(".game")?.dataset.seq) >= Number(wanted), seq);
  }
  for (const guest of [ada, ben]) {
    await guest.page.locator(".story").waitFor();
    await readSheet(guest);
  }
  const totals = await Promise.all([ada, ben].map((guest) => guest.page.locator(".story tfoot td").allInnerTexts()));
  if (totals[0].join() !== totals[1].join()) throw new Error(`two totals: ${totals[0]} and ${totals[1]}`);
  // A browser without a network complains in its console; nothing else may.
  ben.wrong = ben.wrong.filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket connection/.test(line));
  await ada.check("Ada");
  await ben.check("Ben");
  return `${moves} moves, cut off ${cuts} times`;
}

export const runs = async (house) => {
  const [first] = await house.variants();
  return [
    { name: "two people on mini, one cut off and back", quick: true, run: () => cutOff(house, "mini") },
    { name: `two people on ${first}, one cut off and back`, quick: false, run: () => cutOff(house, first) },
  ];
};
