// Every page and state of the client, and how one comes there: what the gallery shows and axe looks at.
// A state is `name`, how many `variants` it is looked at with, and `at(guest, variant)`, which leaves it on the page.

import { LONG_PATIENCE } from "./house.mjs";

/** A simple move of a choice: what a beginner would do, claiming whenever it can be paid. */
function moveFrom(choice, view, variant) {
  // Tunnels first: they have a state of their own.
  const pairs = new Set(variant.tracks.filter((it) => it.tunnel).flatMap((it) => [`${it.a}-${it.b}`, `${it.b}-${it.a}`]));
  const isTunnel = (it) => it.places.some((place) => pairs.has(place.split(".")[0]));
  const claim = choice.claims.find(isTunnel) ?? choice.claims[0];
  const card = choice.row[0];
  if (choice.keep_of) return `keep ${Array.from({ length: choice.keep_least }, (_, i) => i + 1).join(" ")}`;
  if (choice.split_most) {
    const part = variant.parameters.pieces_suggested?.[0] ?? choice.split_least;
    return `split ${part} ${variant.parameters.pieces_chosen - part}`;
  }
  if (choice.pay.length) return `pay ${choice.pay[0]}`;
  if (choice.decline) return "decline";
  if (claim) return `claim ${claim.places.find((place) => pairs.has(place.split(".")[0])) ?? claim.places[0]} ${claim.payments[0]}`;
  if (choice.blind.length) return view.decks.length > 1 ? `blind ${choice.blind[0]}` : "blind";
  if (card) return `row ${card.card}${card.refills.length ? ` refill ${card.refills[0]}` : ""}`;
  if (choice.tickets) return "tickets";
  return choice.stop ? "stop" : "pass";
}

/** Play on at a table, past the page, until something is so; false if it never was. */
export async function advance(guest, table, until) {
  const { variant: id } = (await guest.get(`tables/${table}`)).view.setup;
  const variant = await guest.get(`variants/${id}`);
  for (let i = 0; i < 4000; i++) {
    const { view: seen } = await guest.get(`tables/${table}?seat=0`);
    if (seen.game.choice && until(seen.game, seen.game.choice, variant)) return true;
    if (seen.game.result) return until(seen.game, null, variant);
    if (!seen.game.choice) {
      await new Promise((done) => setTimeout(done, 20));
      continue;
    }
    await guest.command(table, { do: "play", move: moveFrom(seen.game.choice, seen.game, variant), expected: seen.seq });
  }
  return false;
}

const claimed = (view) => view.seats.reduce((sum, seat) => sum + seat.tracks.length, 0);
const turn = (_, choice) => choice?.kind === "turn";

async function board(guest, variant, until, more, needs) {
  const data = await guest.get(`variants/${variant}`);
  if (needs && !needs(data)) return null;
  let table = null;
  for (let tries = 0; table === null && tries < 25; tries++) {
    const next = await guest.table(variant, more);
    if (await advance(guest, next, until)) table = next;
  }
  if (table === null) return null;
  await guest.see(`t/${table}`);
  await guest.page.locator(".window text").first().waitFor();
  return table;
}

const press = (guest, what) => guest.page.locator(what).first().click();
const page = (name, path, ready = "h1", then) => ({
  name,
  async at(guest, variant) {
    await guest.see(path.replace("VARIANT", variant));
    await guest.page.locator(ready).first().waitFor();
    await then?.(guest);
  },
});
const game = (name, until, then, needs) => ({
  name: `game, ${name}`,
  async at(guest, variant) {
    const table = await board(guest, variant, until, {}, needs);
    if (!table) return false;
    await then?.(guest, table);
    return undefined;
  },
});

/** A game that bots play to its end, one of them for the guest. */
export async function finished(guest, variant, seats = 3) {
  const table = await guest.table(variant, { seats, bots: ["greedy", "random", "greedy", "greedy"].slice(0, seats - 1) });
  await guest.command(table, { do: "stand_in", bot: "greedy" });
  for (const until = Date.now() + LONG_PATIENCE; Date.now() < until; ) {
    const answer = await guest.context.request.get(`${guest.house.place}api/games/${table}`);
    if (answer.ok()) return { table, told: await answer.json() };
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the bots came to no end");
}
const replay = (name, part, then) => ({
  name: `replay, ${name}`,
  async at(guest, variant) {
    const { table, told } = await finished(guest, variant);
    await guest.see(`g/${table}#${Math.floor(told.card.moves * part)}`);
    await guest.page.locator(".transport").waitFor();
    await guest.page.locator(".window text").first().waitFor();
    await then?.(guest);
  },
});
/** A page about finished games, by somebody who has one. */
const past = (name, path, ready) => ({
  name,
  async at(guest, variant) {
    await finished(guest, variant);
    await guest.see(path);
    await guest.page.locator(ready).first().waitFor();
  },
});

export const STATES = [
  page("home", "", "form label"),
  page("no such page", "nowhere/at/all"),
  {
    name: "lobby",
    async at(guest, variant) {
      await guest.see(`t/${await guest.table(variant, { seats: 3, bots: ["greedy"] })}`);
      await guest.page.locator("h1").first().waitFor();
    },
  },
  page("account", "account"),
  page("settings", "settings"),
  page("my games", "games"),
  page("statistics", "stats"),
  page("leaderboard", "leaders"),
  page("lesson, the first scene", "learn"),
  page("rules", "rules/VARIANT"),
  page("glossary", "glossary"),
  { ...game("choosing tickets", (_, choice) => choice?.keep_of > 0), every: true },
  { ...game("choosing pieces", (_, choice) => choice?.split_most > 0, undefined, (it) => it.parameters.pieces_chosen > 0), every: true },
  { ...game("one's turn", (view, choice, variant) => turn(view, choice) && claimed(view) >= variant.tracks.length * 0.2), every: true },
  game("a track that can be claimed", (view, choice) => turn(view, choice) && choice.claims.length > 0, async (guest) => {
    await press(guest, "#tab-tracks");
    await press(guest, ".tab-panel li button.open");
    await guest.page.locator(".place button.main").waitFor();
  }),
  game("why not", turn, async (guest) => {
    await press(guest, "#tab-tracks");
    await guest.page.locator(".tab-panel select").first().selectOption({ index: 2 });
    await press(guest, ".tab-panel li button:not(.open)");
    await guest.page.locator(".place").waitFor();
  }),
  game("tracks", turn, (guest) => press(guest, "#tab-tracks")),
  game("log", (view, choice) => turn(view, choice) && claimed(view) > 1, (guest) => press(guest, "#tab-log")),
  game("second card", (_, choice) => choice?.kind === "second"),
  { ...game("tunnel", (_, choice) => choice?.kind === "surcharge", undefined, (it) => it.tracks.some((track) => track.tunnel)), every: true },
  {
    name: "game, waiting for another",
    async at(guest, variant) {
      const table = await guest.table(variant, { bots: [] });
      const other = await guest.house.guest("mouse", { name: "Ben" });
      await other.command(table, { do: "take_seat" });
      await guest.command(table, { do: "start" });
      await other.leave();
      await advance(guest, table, (_, choice) => choice?.keep_of > 0);
      const { view: seen } = await guest.get(`tables/${table}?seat=0`);
      await guest.command(table, { do: "play", move: moveFrom(seen.game.choice, seen.game, await guest.get(`variants/${variant}`)), expected: seen.seq });
      await guest.see(`t/${table}`);
      await guest.page.locator(".window text").first().waitFor();
    },
  },
  game("menu", turn, (guest) => press(guest, "header .menu")),
  game("walking the map", turn, async (guest) => {
    await guest.page.locator(".window").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp"]) await guest.page.keyboard.press(key);
  }),
  {
    name: "replay",
    async at(guest, variant) {
      const table = await guest.table(variant);
      if (!(await advance(guest, table, (view) => Boolean(view.result)))) return false;
      await guest.see(`g/${table}`);
      await guest.page.locator("h1").first().waitFor();
      await guest.page.locator(".window text").first().waitFor();
      return undefined;
    },
  },
  game("the end, told", (view) => Boolean(view.result)),
  game("the end, the sheet", (view) => Boolean(view.result), async (guest) => {
    const skip = guest.page.locator(".story .skip");
    if (await skip.count()) await skip.click();
    await guest.page.locator(".story tfoot").waitFor();
  }),
  replay("players", 0.6),
  replay("moves", 0.6, (guest) => press(guest, "#tab-Moves")),
  replay("course", 0.6, (guest) => press(guest, "#tab-Curve")),
  replay("score", 1, (guest) => press(guest, "#tab-Sheet")),
  replay("review", 0.6, async (guest) => {
    await press(guest, "#tab-Review");
    await press(guest, ".pane button.main");
    await guest.page.locator(".pane .seats").waitFor();
  }),
  replay("share", 0.3, (guest) => press(guest, "header button")),
  past("my games", "games", "main li a"),
  past("statistics", "stats", ".facts"),
  past("leaderboard", "leaders", "tbody tr"),
];
