// Budgets in time, printed: node tests/bench.mjs [variant]. What is counted is the work of the page's main thread, which is
// four times as long on a CPU four times slower, whatever else this machine does. How smoothly a board moves is measured
// by pan.mjs. These figures depend on the machine: no test asks for them.

import { openHouse } from "./house.mjs";
import { move } from "./player.mjs";

const SLOWED = 4;
const TIMES = 5;
const house = await openHouse();
const middle = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];

/** Seconds of work of the page's main thread so far: what others do on this machine does not count. */
const worked = async (devtools) => (await devtools.send("Performance.getMetrics")).metrics.find((it) => it.name === "TaskDuration").value;

async function watched(guest) {
  const devtools = await guest.context.newCDPSession(guest.page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return devtools;
}

/** From the navigation until what one came for can be pressed. */
async function ready(what, path, selector, cached) {
  const [works, waits] = [[], []];
  for (let i = 0; i < TIMES; i++) {
    const guest = await house.guest("mouse");
    const { page } = guest;
    const place = await path(guest);
    if (cached) await guest.see(place).then(() => page.locator(selector).first().waitFor());
    const devtools = await watched(guest);
    const began = Date.now();
    await guest.see(place);
    await page.locator(selector).first().waitFor();
    waits.push(Date.now() - began);
    works.push((await worked(devtools)) * 1000);
    await guest.leave();
  }
  const work = middle(works);
  console.log(
    `${what}: ${work.toFixed(0)} ms of work, ${(work * SLOWED).toFixed(0)} ms on a CPU ${SLOWED} times slower (at most 1000); ` +
      `${middle(waits)} ms on this machine as it is`,
  );
}

/** From the message of the socket until the frame that shows it, for a stretch of play. */
async function shown(variant) {
  const guest = await house.guest("mouse");
  const { page } = guest;
  await page.addInitScript(() => {
    const Real = WebSocket;
    globalThis.gaps = [];
    globalThis.WebSocket = class extends Real {
      constructor(...all) {
        super(...all);
        this.addEventListener("message", (message) => {
          if (!String(message.data).includes('"type":"news"')) return;
          const came = performance.now();
          requestAnimationFrame(() => setTimeout(() => globalThis.gaps.push(performance.now() - came)));
        });
      }
    };
  });
  await guest.see(`t/${await guest.table(variant, { seats: 3, bots: ["racer", "greedy"] })}`);
  await page.locator(".now.mine").waitFor();
  const devtools = await watched(guest);
  for (let moves = 0, stop = Date.now() + 60_000; moves < 6 && Date.now() < stop; ) {
    if (await move(guest, moves + 1)) moves += 1;
    else await page.waitForTimeout(20);
  }
  // Others move while we only look: all that the page does is to show it.
  await guest.command(page.url().split("/").at(-1), { do: "stand_in" });
  const before = [await worked(devtools), await page.evaluate(() => globalThis.gaps.length)];
  await page.waitForFunction((n) => globalThis.gaps.length > n + 60 || document.querySelector(".story"), before[1], { timeout: 120_000 });
  const gaps = await page.evaluate((n) => globalThis.gaps.slice(n), before[1]);
  const work = (((await worked(devtools)) - before[0]) * 1000) / gaps.length;
  const sorted = gaps.toSorted((a, b) => a - b);
  console.log(
    `a move of ${variant} shown: ${work.toFixed(1)} ms of work, ${(work * SLOWED).toFixed(0)} ms on a CPU ${SLOWED} times slower (at most 100); ` +
      `${sorted[sorted.length >> 1].toFixed(0)} ms from its event to its frame on this machine as it is (${gaps.length} moves)`,
  );
  await guest.leave();
}

try {
  const variant = process.argv[2] ?? (await house.variants())[3];
  const table = async (guest) => `t/${await guest.table(variant)}`;
  await ready("the home page can be used", async () => "", "button.go:not(:disabled)", false);
  await ready(`a table of ${variant} can be used, first visit`, table, ".now.mine", false);
  await ready(`a table of ${variant} can be used, next visit`, table, ".now.mine", true);
  await shown(variant);
} finally {
  await house.close();
}
