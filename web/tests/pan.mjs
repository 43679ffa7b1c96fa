// How smoothly a large board moves on a slow machine: node tests/pan.mjs [variant] prints frames a second while somebody
// drags it, with the CPU slowed four times; `late` as a second word does so when five bots have built all they could. The
// map that goes round the world is the heaviest one we have.

import { openHouse } from "./house.mjs";
import { finished } from "./states.mjs";

const SLOWED = 4;
const house = await openHouse();
try {
  const variant = process.argv[2] ?? (await house.variants())[3];
  const guest = await house.guest("mouse");
  const { page } = guest;
  const late = process.argv[3] === "late";
  const table = late ? (await finished(guest, variant, 5)).table : await guest.table(variant);
  await guest.see(`${late ? "g" : "t"}/${table}`);
  await page.locator(".window text").first().waitFor();
  if (late) await page.locator(".transport .buttons button").last().click();
  const box = await page.locator(".board .window").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -500);
  await page.waitForTimeout(1000);
  const devtools = await guest.context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => (await devtools.send("Performance.getMetrics")).metrics.find((it) => it.name === "TaskDuration").value * 1000;
  // The finger moves inside of the page, once a frame: what is measured is the board, and not the way from here to there.
  const drag = () =>
    page.evaluate(
      async ([x, y]) => {
        const node = document.querySelector(".board .window");
        const send = (type, dx, dy) =>
          node.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + dx, clientY: y + dy, isPrimary: true }));
        node.setPointerCapture = () => undefined;
        const gaps = [];
        let before = 0;
        send("pointerdown", 0, 0);
        await new Promise((done) => {
          const step = (now) => {
            if (before) gaps.push(now - before);
            before = now;
            const turn = gaps.length / 40;
            send("pointermove", 420 * Math.sin(turn), 160 * Math.sin(turn * 1.7));
            if (gaps.length < 240) requestAnimationFrame(step);
            else done();
          };
          requestAnimationFrame(step);
        });
        send("pointerup", 0, 0);
        return gaps;
      },
      [x, y],
    );
  // What the page's main thread works for a frame does not depend on what else this machine does; how many there are does.
  const before = await worked();
  const work = ((await drag()).length && (await worked()) - before) / 240;
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const frames = await drag();
  const sorted = frames.toSorted((a, b) => a - b);
  const mean = frames.reduce((a, b) => a + b, 0) / frames.length;
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  console.log(
    `${variant}: a frame of dragging takes ${work.toFixed(1)} ms of work, ${(work * SLOWED).toFixed(1)} ms on a CPU ${SLOWED} times slower (at most 16.7);\n` +
      `  with the CPU slowed, on this machine as it is: ${(1000 / mean).toFixed(1)} frames a second, ` +
      `${at(0.5)} ms from one to the next in the middle, ${at(0.95)} ms for 95 of 100, ${at(1)} ms at worst`,
  );
} finally {
  await house.close();
}
