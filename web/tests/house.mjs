// A house to play in: a real server with a database of its own, a real Chromium, tables, and hands that press things.
// PORT fixes the port, CHROMIUM names the browser, SHOTS a folder for screenshots, SLOW=1 shows every step in the output.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const ROOT = join(import.meta.dirname, "../..");
const KNOWN = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map((name) => `/usr/bin/${name}`);

/** The browser of this machine, if there is one. */
export const findChromium = () => [process.env.CHROMIUM, ...KNOWN].find((path) => path && existsSync(path)) ?? null;

/** Everybody comes from one address here. */
const UNLIMITED = Object.fromEntries(["ADDRESS", "PERSON", "SIGN_IN", "GUEST", "TABLE", "REVIEW"].map((of) => [`BRANCHLINE_${of}_RATE`, "0"]));

/** How long a run waits for what must come, in ms: far longer than it takes, since a slow machine is no fault. */
export const PATIENCE = 180_000;
/** The same for a whole game. */
export const LONG_PATIENCE = 1_200_000;

/** How people hold it: what the browser is told, and with what they press. */
export const HANDS = {
  mouse: { viewport: { width: 1280, height: 800 } },
  keyboard: { viewport: { width: 1280, height: 800 } },
  touch: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"];
const launch = () => chromium.launch({ executablePath: findChromium(), args: ARGS });

/** Why no browser starts here, if none does. */
export async function whyNone() {
  if (!findChromium()) return "No Chromium";
  return launch().then(
    async (browser) => (await browser.close(), null),
    (error) => `${findChromium()} does not start: ${error.message.split("\n")[0]}`,
  );
}

async function freePort(asAsked) {
  if (asAsked && process.env.PORT) return Number(process.env.PORT);
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** Start the server and the browser; a house with an environment of its own stands beside the other one. */
export async function openHouse(environment = {}) {
  const port = await freePort(Object.keys(environment).length === 0);
  const place = `http://127.0.0.1:${port}/`;
  const kept = mkdtempSync(join(tmpdir(), "branchline-"));
  const server = spawn(
    process.env.PYTHON ?? join(ROOT, ".venv/bin/python"),
    ["-m", "branchline.cli.main", "serve", "--port", String(port), "--database", `sqlite:///${kept}/games.db`],
    { stdio: ["ignore", "inherit", "inherit"], cwd: ROOT, env: { ...process.env, ...UNLIMITED, ...environment } },
  );
  let gone = null;
  server.once("exit", (code) => (gone = code ?? 1));
  const browser = await launch();
  const close = async () => {
    await browser.close();
    server.kill();
    rmSync(kept, { recursive: true, force: true });
  };
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    if (gone !== null) {
      await close();
      throw new Error(`the server ended with ${gone}`);
    }
    if (await fetch(`${place}api/ready`).then((answer) => answer.ok, () => false)) return new House(place, browser, close);
    await new Promise((done) => setTimeout(done, 100));
  }
  await close();
  throw new Error("the server did not come up");
}

class House {
  constructor(place, browser, close) {
    Object.assign(this, { place, browser, close });
  }

  /** Every game that one can choose. */
  async variants() {
    return (await fetch(`${this.place}api/variants`)).json();
  }

  /** Somebody comes in with a browser of its own. */
  async guest(hands = "mouse", { lang = "en", name = "Ada", ...more } = {}) {
    const guest = await this.stranger(hands, { lang, ...more });
    await guest.post("guests", { name, language: lang });
    return guest;
  }

  /** Somebody who was never here. */
  async stranger(hands = "mouse", { lang = "en", settings = {}, ...more } = {}) {
    const context = await this.browser.newContext({ locale: lang, ...HANDS[hands], ...more });
    context.setDefaultTimeout(PATIENCE);
    // What the page moves is not waited for, unless a run wants to see it.
    const chosen = { motion: "none", ...settings };
    await context.addInitScript((all) => {
      for (const [id, value] of Object.entries(all)) localStorage.setItem(`branchline.${id}`, value);
    }, chosen);
    return new Guest(this, context, await context.newPage(), hands);
  }
}

let key = 0;

/** Somebody with a browser. What its page complains about is in `wrong`. */
class Guest {
  constructor(house, context, page, hands) {
    Object.assign(this, { house, context, page, hands, wrong: [], asked: 0 });
    page.on("pageerror", (error) => this.wrong.push(error.message));
    page.on("console", (message) => message.type() === "error" && this.wrong.push(`${message.text()} ${message.location().url}`));
  }

  /** Ask something of the server, past the page. */
  async post(path, data) {
    const answer = await this.context.request.post(`${this.house.place}api/${path}`, { data, headers: { origin: this.house.place.slice(0, -1) } });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  async get(path) {
    const answer = await this.context.request.get(`${this.house.place}api/${path}`);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  command(table, body) {
    return this.post(`tables/${table}/commands`, { ...body, key: `test-${key++}` });
  }

  /** Open a table with bots, or for people if there are none, and sit down. */
  async table(variant, { seats = 2, bots = ["greedy"], setup = {} } = {}) {
    const { table } = await this.post("tables", { setup: { variant, seats, ...setup }, key: `test-${key++}` });
    for (const bot of bots.slice(0, seats - 1)) await this.command(table, { do: "seat_bot", bot });
    if (bots.length >= seats - 1) await this.command(table, { do: "start" });
    return table;
  }

  async see(path) {
    await this.page.goto(this.house.place + path);
  }

  /** Press one thing as a person with these hands would. */
  async press(locator, more) {
    if (this.hands === "touch") return locator.tap(more);
    if (this.hands !== "keyboard") return locator.click(more);
    await this.reach(locator);
    return this.page.keyboard.press("Enter");
  }

  /** Go to something with the keys alone: Tab from thing to thing, arrows inside of a group. */
  async reach(locator) {
    for (let i = 0; i < 250; i++) {
      const where = await locator.evaluate((node) => {
        const group = node.closest("[data-roving]");
        return node === document.activeElement ? "there" : group?.contains(document.activeElement) ? "near" : "away";
      });
      if (where === "there") return;
      await this.page.keyboard.press(where === "near" ? "ArrowRight" : "Tab");
    }
    throw new Error(`no way to ${await locator.evaluate((node) => node.outerHTML.slice(0, 200))} by keyboard`);
  }

  async pressAt({ x, y }) {
    if (this.hands === "touch") await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  async shot(name) {
    if (process.env.SHOTS) await this.page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
  }

  /** Nothing was wrong, and nothing is wider than the window. */
  async check(what) {
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) this.wrong.push(`the page is ${wide} px wider than the window`);
    if (this.wrong.length) throw new Error(`${what}: ${this.wrong.join("; ")}`);
  }

  leave() {
    return this.context.close();
  }
}
