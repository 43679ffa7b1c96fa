// What is said in a room of a table, as this tab hears it.

import { ask, newKey, Refusal } from "./api.ts";
import { line, type Message } from "./line.svelte.ts";
import type { Line, Report, Say, TalkNews } from "./wire.ts";

export type Room = TalkNews["room"];

export class Talk {
  lines = $state.raw<Line[]>([]);
  refused = $state("");
  /** How many lines came since somebody looked. */
  unread = $state(0);
  private seq = 0;
  private began = false;
  private stop: () => void;

  constructor(
    readonly table: string,
    readonly room: Room,
    readonly me: () => string | null,
  ) {
    this.stop = line.follow(
      {
        ask: () => ({ do: "watch_talk", table, room, since: this.seq }),
        heed: (message) => this.take(message),
      },
      () => ({ do: "unwatch_talk", table, room }),
    );
  }

  end(): void {
    this.stop();
  }

  private take(message: Message): void {
    if (message.type !== "talk") return;
    const news = message as unknown as TalkNews;
    if (news.table !== this.table || news.room !== this.room) return;
    const fresh = news.lines.filter((it) => it.number > this.seq);
    const gone = new Set(fresh.flatMap((it) => (it.what.kind === "removed" ? [it.what.number] : [])));
    const said = fresh.filter((it) => it.what.kind !== "removed");
    this.lines = [...this.lines, ...said].filter((it) => !gone.has(it.number));
    if (this.began) this.unread += said.filter((it) => it.by !== this.me()).length;
    this.seq = Math.max(this.seq, news.seq);
    this.began = true;
  }

  /** Hear all of it again: somebody is not heard any more, or is again. */
  async again(): Promise<void> {
    const news = await ask<TalkNews>(`tables/${this.table}/talk?room=${this.room}`);
    this.lines = news.lines.filter((it) => it.what.kind !== "removed");
    this.seq = news.seq;
  }

  private async try(path: string, body: unknown): Promise<boolean> {
    this.refused = "";
    try {
      await ask(`tables/${this.table}/${path}`, body);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = error.message;
      return false;
    }
  }

  say(what: Say["what"]): Promise<boolean> {
    return this.try("talk", { what, room: this.room, key: newKey() });
  }
  remove(number: number): Promise<boolean> {
    return this.try("talk/remove", { number, room: this.room });
  }
  report(number: number, why: Report["why"]): Promise<boolean> {
    return this.try("talk/report", { number, room: this.room, why });
  }
}
