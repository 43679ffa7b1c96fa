// Finished games: the replay by hand and by keys, through whose eyes, by link; own games, statistics, the leaderboard.

import { finished } from "../states.mjs";

const at = (page) => page.locator(".transport input[type=range]").inputValue().then(Number);
async function expectAt(page, wanted, what) {
  await page.waitForFunction((to) => Number(document.querySelector(".transport input")?.value) === to, wanted).catch(async () => {
    throw new Error(`${what}: at ${await at(page)} and not at ${wanted}`);
  });
}

async function replay(house, variant, hands) {
  const guest = await house.guest(hands);
  const { page } = guest;
  const { table, told } = await finished(guest, variant);
  const last = told.card.moves;
  await guest.see(`g/${table}`);
  await page.locator(".transport").waitFor();
  await expectAt(page, 0, "the start");

  const buttons = page.locator(".transport .buttons button");
  await guest.press(buttons.nth(4));
  await guest.press(buttons.nth(4));
  await expectAt(page, 2, "two steps on");
  await guest.press(buttons.nth(2));
  await expectAt(page, 1, "a step back");
  await guest.press(buttons.nth(5));
  if ((await at(page)) <= 1) throw new Error("a turn on went nowhere");
  await page.keyboard.press("Home");
  if (hands !== "touch") await page.locator("h1").click();
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await expectAt(page, 5, "five arrows on");
  await page.keyboard.press("End");
  await expectAt(page, last, "the end");

  // The points at the end are those of the result.
  const scores = told.card.seats.map((seat) => String(seat.score).replace("-", "−"));
  const shown = await page.locator(".pane ol > li > header strong").allInnerTexts();
  if (shown.join() !== scores.join()) throw new Error(`${shown} are shown and not ${scores}`);

  // Everything is open; through the eyes of a seat the hands of the others are not.
  const hands0 = await page.locator(".pane .hand").count();
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
  await page.locator(".eyes").selectOption("1");
  await page.waitForFunction(() => document.querySelectorAll(".pane .hand").length <= 1);
  await expectAt(page, last - 4, "through other eyes the moment stays");

  // The link to a moment leads there, in a fresh window and in this one.
  await page.waitForFunction((wanted) => location.hash === wanted, `#${last - 4}`);
  await page.evaluate(() => (location.hash = "#3"));
  await expectAt(page, 3, "an address that was typed");
  const other = await house.guest("mouse", { lang: "ja", name: "Ben" });
  await other.see(`g/${table}#7`);
  await other.page.locator(".transport").waitFor();
  await expectAt(other.page, 7, "a link to a move");
  await other.check("the other");

  // A line of the list leads to its moment; so does a place on the curve.
  await guest.press(page.locator("#tab-Moves"));
  await guest.press(page.locator(".pane li button").nth(9));
  await expectAt(page, 10, "a line of the list");
  await guest.press(page.locator("#tab-Curve"));
  await page.locator(".pane .frame svg").scrollIntoViewIfNeeded();
  const frame = await page.locator(".pane .frame svg").boundingBox();
  await guest.pressAt({ x: frame.x + frame.width / 2, y: frame.y + Math.min(40, frame.height / 2) });
  if (Math.abs((await at(page)) - last / 2) > 3) throw new Error(`the middle of the curve led to ${await at(page)} of ${last}`);
  await guest.press(page.locator("#tab-Sheet"));
  const totals = await page.locator(".pane tfoot td").allInnerTexts();
  if (totals.toSorted().join() !== scores.toSorted().join()) throw new Error(`the sheet says ${totals}`);

  // The review is made when somebody asks for it; what it says of a move leads there, and stands below the board.
  await guest.press(page.locator("#tab-Review"));
  await guest.press(page.locator(".pane button.main"));
  await page.locator(".pane .seats").waitFor();
  const seats = await page.locator(".pane .seats li").count();
  if (seats !== scores.length) throw new Error(`${seats} seats were reviewed`);
  await guest.press(page.locator(".pane input[type=checkbox]"));
  await guest.press(page.locator(".pane ol button").first());
  await page.locator(".said .judged").waitFor();

  // Scrubbing over the whole game does not lag.
  const spent = await page.evaluate(async (most) => {
    const slider = document.querySelector(".transport input");
    const began = performance.now();
    for (let to = 0; to <= 100; to++) {
      slider.value = String(Math.round((to / 100) * most));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(done));
    }
    return (performance.now() - began) / 101;
  }, last);

  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => Number(document.querySelector(".transport input").value) > 0, null);
  await page.keyboard.press(" ");
  await guest.shot(`replay-${variant}-${hands}`);
  await guest.check("the replay");
  return `${last} moves, ${hands0} hands open, ${spent.toFixed(1)} ms a moment while scrubbing`;
}

async function lists(house) {
  const guest = await house.guest("touch", { lang: "zh-Hant" });
  const { page } = guest;
  const { table, told } = await finished(guest, "mini");
  await guest.see("games");
  await guest.press(page.locator(`a[href$="g/${table}"]`));
  await page.locator(".transport").waitFor();

  // A record that was downloaded comes back as an import, which its owner may remove.
  const record = await (await guest.context.request.get(`${house.place}api/games/${table}/record`)).text();
  await guest.see("games");
  await guest.press(page.locator("summary"));
  await page.locator("textarea").fill(record.slice(0, -40));
  await guest.press(page.locator(".bring button"));
  await page.locator(".bring [role=alert]").waitFor();
  guest.wrong = guest.wrong.filter((line) => !line.includes("422"));
  await page.locator("input[type=file]").setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(record) });
  await page.locator(".transport").waitFor();
  if (page.url().includes(table)) throw new Error("the import became the game itself");
  await guest.press(page.locator("header button").first());
  await guest.press(page.locator(".share button").last());
  await guest.press(page.locator(".share .main"));
  await page.waitForURL(/\/games$/);
  await guest.check("own games");

  await guest.see("stats");
  await page.locator(".facts").waitFor();
  await guest.check("statistics");
  // The list of this game: others have played in the house, and the fullest list is shown unasked.
  await guest.see(`leaders?variant=${told.card.variant}&seats=${told.card.seats.length}`);
  await page.locator("tr.own").waitFor();
  await guest.check("the leaderboard");
}

export const runs = async (house) => {
  const [first] = await house.variants();
  return [
    { name: "replay of mini by mouse", quick: true, run: () => replay(house, "mini", "mouse") },
    { name: `replay of ${first} by touch`, quick: false, run: () => replay(house, first, "touch") },
    { name: "own games, statistics, leaderboard", quick: true, run: () => lists(house) },
  ];
};
