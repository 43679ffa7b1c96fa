// What we are to be told, newest first. Followed as long as a page is open and the server knows us.

import { ask, whoAmI } from "./api.ts";
import { line, type Message } from "./line.svelte.ts";
import type { Notice, NoticeNews } from "./wire.ts";

class Notices {
  all = $state.raw<Notice[]>([]);
  /** The table that is looked at: its page tells by itself. */
  here = $state<string | null>(null);
  private seq = 0;
  private stop: (() => void) | null = null;

  /** Those that were not seen yet. */
  fresh = $derived(this.all.filter((it) => !it.seen && it.table !== this.here));

  /** Begin, if the server knows us; again, if somebody else is here now. */
  async begin(): Promise<void> {
    const me = await whoAmI();
    this.stop?.();
    this.stop = null;
    this.all = [];
    this.seq = 0;
    if (!me) return;
    this.stop = line.follow({
      ask: () => ({ do: "watch_notices", since: this.seq }),
      heed: (message) => this.take(message),
    });
  }

  private take(message: Message): void {
    if (message.type !== "notices") return;
    const news = message as unknown as NoticeNews;
    const same = (a: Notice, b: Notice) => a.table === b.table && a.matter === b.matter;
    const fresh = news.notices.filter((it) => it.seq > this.seq);
    const kept = this.all.filter((old) => !fresh.some((it) => same(it, old)));
    this.all = [...fresh, ...kept].toSorted((a, b) => b.seq - a.seq);
    this.seq = Math.max(this.seq, news.seq);
    this.seeHere();
  }

  /** What is told about the table that is looked at is seen. */
  private seeHere(): void {
    if (this.here && !document.hidden && this.all.some((it) => it.table === this.here && !it.seen)) void this.see(this.here);
  }

  lookAt(table: string | null): void {
    this.here = table;
    this.seeHere();
  }

  async see(table: string | null = null): Promise<void> {
    await ask("me/notices/seen", { upto: this.seq, table }).catch(() => undefined);
  }
}

export const notices = new Notices();
