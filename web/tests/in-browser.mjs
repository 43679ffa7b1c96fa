// Plays in a real Chromium against a real server: node tests/in-browser.mjs [--quick] [words that a run's name has …].
// A run is an object in a file of runs/: `name`, whether it is among the `quick` ones of `make web-check`, and `run(house)`.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openHouse, whyNone } from "./house.mjs";

const quick = process.argv.includes("--quick");
const wanted = process.argv.slice(2).filter((it) => !it.startsWith("--"));

const none = await whyNone();
if (none) {
  const must = process.env.BRANCHLINE_BROWSER === "must";
  const line = "!".repeat(78);
  console.error(`${line}\n!! ${none}: NOTHING WAS TRIED IN A BROWSER.`);
  console.error(`!! Install Debian's package chromium, or name one with CHROMIUM=/path/to/it.\n${line}`);
  process.exit(must ? 1 : 0);
}

/** What somebody saw when it went wrong: a picture in SHOTS, and what the page says. */
async function lastLook(context, name) {
  for (const page of context.pages()) {
    console.error((await page.locator("body").innerText().catch(() => "")).slice(0, 600));
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `wrong-${name.replaceAll(" ", "-")}.png`) });
  }
}

const house = await openHouse();
const failed = [];
let number = 0;
try {
  for (const file of readdirSync(join(import.meta.dirname, "runs")).toSorted()) {
    if (!file.endsWith(".mjs")) continue;
    const { runs } = await import(`./runs/${file}`);
    for (const it of await runs(house)) {
      if (wanted.length ? !wanted.every((word) => it.name.includes(word)) : quick && !it.quick) continue;
      number += 1;
      const began = Date.now();
      try {
        const said = await it.run(house);
        console.log(`ok    ${it.name} (${((Date.now() - began) / 1000).toFixed(1)} s)${said ? `: ${said}` : ""}`);
      } catch (error) {
        failed.push(it.name);
        console.error(`WRONG ${it.name}:`, error);
        for (const context of house.browser.contexts()) await lastLook(context, it.name);
      }
      for (const context of house.browser.contexts()) await context.close();
    }
  }
} finally {
  await house.close();
}
if (!number) console.error(`There is no run with ${wanted.join(" and ")} in its name.`);
if (failed.length) console.error(`Wrong: ${failed.join(", ")}`);
process.exit(failed.length || !number ? 1 : 0);
