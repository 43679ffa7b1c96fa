// The language of the page: its own messages (a module for each language and part of the page, loaded when wanted) and
// the engine's words (served). Whoever shows a part says `await words.need("play")` before; routes.ts does it for pages.

import type { Lang } from "../data/variant.ts";
import { fromRoot } from "../place.ts";
import { remember, remembered } from "../settings.svelte.ts";
import { fill, numberIn, type Parameters } from "./fill.ts";
import type { messages as account } from "./account/en.ts";
import type { messages as home } from "./home/en.ts";
import type { messages as learn } from "./learn/en.ts";
import type { messages as map } from "./map/en.ts";
import type { messages as play } from "./play/en.ts";
import type { messages as games } from "./games/en.ts";
import type { messages as replay } from "./replay/en.ts";
import type { messages as rules } from "./rules/en.ts";
import type { messages as shell } from "./shell/en.ts";
import type { messages as talk } from "./talk/en.ts";
import type { messages as you } from "./you/en.ts";

export const LANGUAGES: Record<Lang, string> = { en: "English", ja: "日本語", "zh-Hant": "繁體中文" };

/** The parts of the page that have messages: each is a folder here, with a module for each language. */
interface Parts {
  shell: keyof typeof shell;
  account: keyof typeof account;
  home: keyof typeof home;
  learn: keyof typeof learn;
  play: keyof typeof play;
  map: keyof typeof map;
  rules: keyof typeof rules;
  talk: keyof typeof talk;
  you: keyof typeof you;
  replay: keyof typeof replay;
  games: keyof typeof games;
}
export type MessageId = Parts[keyof Parts];
/** A part, or the engine's words. */
export type Part = keyof Parts | "engine";

type Texts = Record<string, string>;
const modules = import.meta.glob<{ messages: Texts }>("./*/*.ts");

async function load(part: Part, lang: Lang): Promise<Texts> {
  if (part !== "engine") return (await modules[`./${part}/${lang}.ts`]!()).messages;
  const answer = await fetch(fromRoot(`api/words/${lang}`)).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Texts) : {};
}

class Words {
  lang = $state<Lang>("en");
  private own = $state.raw<Texts>({});
  private engine = $state.raw<Texts>({});
  private needed = new Map<Part, Promise<void>>();

  /** A message of the page. */
  say(id: MessageId, parameters: Parameters = {}): string {
    return fill(this.own[id] ?? "", parameters, this.lang);
  }

  /** A text of the engine, or nothing if it has none of that name. */
  engineText(id: string, parameters: Parameters = {}): string | null {
    const text = this.engine[id];
    return text === undefined ? null : fill(text, parameters, this.lang);
  }

  /** The name of a bot: levels have names of their own. */
  botName(bot: string): string {
    return this.engineText(`levels.name_${bot}`) ?? bot;
  }

  /** What a bot is called among people. */
  bot(bot: string): string {
    return this.say("botNamed", { name: this.botName(bot) });
  }

  /** Have the messages of some parts, now and in every language that comes later. */
  async need(...parts: Part[]): Promise<void> {
    await Promise.all(
      parts.map((part) => {
        let found = this.needed.get(part);
        if (!found) {
          const lang = this.lang;
          found = load(part, lang).then((texts) => (lang === this.lang ? this.take(part, texts) : undefined));
          found.catch(() => this.needed.delete(part));
          this.needed.set(part, found);
        }
        return found;
      }),
    );
  }

  private take(part: Part, texts: Texts): void {
    if (part === "engine") this.engine = texts;
    else this.own = { ...this.own, ...texts };
  }

  /** Change the language: everything on the page, without loading it again. */
  async speak(lang: Lang, keep = true): Promise<void> {
    const parts: Part[] = [...new Set<Part>(["shell", ...this.needed.keys()])];
    const texts = await Promise.all(parts.map((part) => load(part, lang)));
    this.lang = lang;
    parts.forEach((part, i) => {
      this.take(part, texts[i]!);
      this.needed.set(part, Promise.resolve());
    });
    document.documentElement.lang = lang;
    if (keep) remember("language", lang);
  }

  number(value: number): string {
    return numberIn(this.lang, value);
  }

  /** A share of a whole, as "12%". */
  percent(share: number): string {
    return `${this.number(Math.round(share * 100))}%`;
  }

  /** A day, or a moment of today, as the language writes it. */
  moment(seconds: number, style: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" }): string {
    return new Intl.DateTimeFormat(this.lang, style).format(seconds * 1000);
  }

  /** How long ago, or how long until then: "3 minutes ago", "tomorrow". */
  fromNow(seconds: number, now = Date.now() / 1000): string {
    const far = seconds - now;
    const units: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
    const [unit, long] = units.find(([, size]) => Math.abs(far) >= size) ?? units[3]!;
    return new Intl.RelativeTimeFormat(this.lang, { numeric: "auto" }).format(Math.round(far / long), unit);
  }

  /** A list of names: "Ada, Ben and Chie". */
  list(parts: readonly string[]): string {
    return new Intl.ListFormat(this.lang, { type: "conjunction" }).format(parts);
  }
}

export const words = new Words();

/** The language that was chosen here, or the first of the browser's that we have. */
export function firstLanguage(): Lang {
  const chosen = remembered("language");
  for (const candidate of chosen ? [chosen] : navigator.languages) {
    const base = candidate.toLowerCase().split("-")[0];
    const lang = ({ en: "en", ja: "ja", zh: "zh-Hant" } as const)[base as "en"];
    if (lang) return lang;
  }
  return "en";
}
