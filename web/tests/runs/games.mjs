// Whole games against bots, from the deal to the sheet.

import { playOut, readSheet } from "../player.mjs";

async function game(house, variant, hands, lang, again) {
  const what = `${variant} by ${hands} in ${lang}`;
  const guest = await house.guest(hands, { lang, settings: { motion: hands === "mouse" ? "fast" : "none" } });
  await guest.see(`t/${await guest.table(variant)}`);
  const moves = await playOut(guest, what);
  await readSheet(guest);
  await guest.check(what);
  await guest.shot(`end-${variant}-${hands}-${lang}`);
  if (again) {
    // Bots agree to another game at once, so that it begins.
    const before = guest.page.url();
    await guest.press(guest.page.locator(".story button.main").last());
    await guest.page.waitForURL((url) => url.href !== before);
    await guest.page.locator(".game .now").waitFor();
  }
  await guest.leave();
  return `${moves} moves`;
}

const run = (variant, hands, lang, quick = false) => ({
  name: `${variant} by ${hands} in ${lang}`,
  quick,
  run: (house) => game(house, variant, hands, lang, quick),
});

/** Of every game that the server has, by mouse; one by touch; one in each of the other languages. */
export const runs = async (house) => {
  const all = await house.variants();
  return [
    run("mini", "mouse", "en", true),
    run("mini", "touch", "ja", true),
    ...all.map((variant) => run(variant, "mouse", "en")),
    run(all[0], "touch", "en"),
    run(all[1], "touch", "ja"),
    run(all[3] ?? all[0], "mouse", "zh-Hant"),
  ];
};
