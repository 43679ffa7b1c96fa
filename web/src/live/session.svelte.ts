// One table as this tab sees it: news come by socket, moves go by POST. Who was away goes on where it stopped.

import { tick, untrack } from "svelte";
import { ask, newKey, Refusal, whoAmI } from "./api.ts";
import { line, type Message } from "./line.svelte.ts";
import type { Done, Entry, GameEvent, News, Outlook, Problem, Reason, Step, TableView } from "./wire.ts";

/** Something that happened, in the game (`event`) or at the table (`entry`). */
export interface Told {
  /** Larger is later; stays the same when moves are taken back. */
  number: number;
  at: number;
  by: string | null;
  event: GameEvent | null;
  entry: Entry;
}

/** The rows of the log that stand: those of moves that were taken back do not. */
export function standing(steps: readonly Step[]): Step[] {
  let rows: Step[] = [];
  for (const step of steps) {
    const { entry } = step;
    if (entry.what === "taken_back") {
      rows = rows.filter((it) => it.seq <= entry.to || it.entry.what !== "moved" || (entry.seat !== null && it.entry.seat !== entry.seat));
    }
    rows.push(step);
  }
  return rows;
}

export class Session {
  table = $state.raw<TableView | null>(null);
  steps = $state.raw<Step[]>([]);
  refused = $state.raw<Problem | null>(null);
  /** A move on its way. */
  sent = $state<string | null>(null);
  seat = $state<number | null>(null);
  outlook = $state.raw<Outlook | null>(null);
  me = $state<string | null>(null);

  /** What the page wants to know of news before it shows them: what is fresh, and that it is shown now. */
  onnews: ((fresh: Step[]) => (() => void) | void) | null = null;

  private seq = 0;
  private waiting: { seq: number; done: () => void } | null = null;
  private ended = false;

  constructor(readonly id: string) {}

  /** Everything that happened and stands, in the game and around it. */
  told = $derived<Told[]>(
    standing(this.steps).flatMap(({ seq, at, by, entry, events }): Told[] =>
      (events.length ? events : [null]).map((event, i) => ({ number: seq * 100 + i, at, by, event, entry })),
    ),
  );
  /** What happened in the game. */
  log = $derived(this.told.filter((it): it is Told & { event: GameEvent } => it.event !== null));

  get busy(): boolean {
    return this.sent !== null;
  }

  /** Whether news come at the moment. */
  get connected(): boolean {
    return line.connected;
  }

  /** The seats whose players look at a page, as far as we know. */
  get here(): readonly number[] | null {
    return line.here;
  }

  /** By how many seconds the server's clock is ahead of ours. */
  get ahead(): number {
    return line.ahead;
  }

  async start(): Promise<void> {
    const me = await whoAmI();
    this.me = me?.id ?? null;
    try {
      this.take(await ask<News>(`tables/${this.id}`));
      await this.findSeat();
      if (this.ended) return;
      line.table = this.id;
      this.unfollow = line.follow(this.follower, () => ({ do: "unwatch", table: this.id, seat: this.seat }));
    } catch (error) {
      this.fail(error);
    }
  }

  stop(): void {
    this.ended = true;
    this.unfollow?.();
    if (line.table === this.id) line.table = null;
  }

  private unfollow: (() => void) | null = null;
  private readonly follower = {
    ask: (): object => ({ do: "watch", table: this.id, seat: this.seat, since: this.seq }),
    heed: (message: Message): void => {
      const news = message as Message & News;
      if (news.type === "news" && news.table === this.id && news.seat === this.seat) this.take(news);
    },
  };

  /** The seats that are ours: several, if others play at this device too. */
  get mine(): number[] {
    const chairs = this.table?.chairs ?? [];
    return chairs.flatMap((chair, seat) => (chair.person !== null && chair.person === this.me && !chair.reserved ? [seat] : []));
  }

  /** Look through the eyes of our seat as soon as we have one; of several only when somebody says of which. */
  private async findSeat(): Promise<void> {
    const { mine } = this;
    const several = mine.length > 1 && this.table?.stage === "playing";
    const seat = this.seat !== null && mine.includes(this.seat) ? this.seat : several ? null : (mine[0] ?? null);
    if (seat !== this.seat) await this.sitAt(seat);
  }

  /** Look through the eyes of one of our seats, or of everybody: nothing stays here of what the other eyes saw. */
  async sitAt(seat: number | null): Promise<void> {
    if (this.unfollow) line.say({ do: "unwatch", table: this.id, seat: this.seat });
    this.seat = seat;
    this.seq = 0;
    this.steps = [];
    this.outlook = null;
    this.refused = null;
    this.take(await ask<News>(`tables/${this.id}?${seat === null ? "" : `seat=${seat}&`}since=0`));
    if (this.unfollow) line.askAgain(this.follower);
  }

  protected take(news: News): void {
    if (news.seq < this.seq || news.seat !== this.seat) return;
    const fresh = news.steps.filter((step) => step.seq > this.seq);
    // What a page is told when it opens, or comes back after long, is not shown as if it happened now.
    const shown = this.steps.length && fresh.length < 12 ? this.onnews?.(fresh) : undefined;
    this.seq = news.seq;
    if (fresh.length) this.steps = [...this.steps, ...fresh];
    this.table = news.view;
    if (shown) void tick().then(shown);
    if (this.waiting && this.waiting.seq <= this.seq) this.waiting.done();
    untrack(() => void this.findSeat().catch(() => undefined));
    const happened = fresh.some((step) => step.events.length);
    if (this.seat !== null && news.view.game && (happened || !this.outlook)) void this.look();
  }

  /** Have the news up to a row: they come by socket, or are fetched. */
  private async reach(seq: number): Promise<void> {
    if (this.seq >= seq) return;
    await new Promise<void>((done) => {
      this.waiting = { seq, done };
      setTimeout(done, this.connected ? 400 : 0);
    });
    this.waiting = null;
    if (this.seq < seq) this.take(await ask<News>(`tables/${this.id}?${this.seat === null ? "" : `seat=${this.seat}&`}since=${this.seq}`));
  }

  private looking = false;
  private lookAgain = false;
  /** How our tickets stand; asked again after each change, one question at a time. */
  protected async look(): Promise<void> {
    if (this.looking) {
      this.lookAgain = true;
      return;
    }
    this.looking = true;
    try {
      do {
        this.lookAgain = false;
        this.outlook = await ask<Outlook>(`tables/${this.id}/outlook?seat=${this.seat}`);
      } while (this.lookAgain);
    } catch {
      this.outlook = null;
    } finally {
      this.looking = false;
    }
  }

  protected fail(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.refused = error.problem;
  }

  /** Ask until somebody answers: what has a key is done once, however often it is asked. */
  private async insist<T>(path: string, body: Record<string, unknown>): Promise<T> {
    const keyed = { ...body, key: newKey() };
    for (let wait = 400; ; wait = Math.min(5000, wait * 1.6)) {
      try {
        return await ask<T>(path, keyed);
      } catch (error) {
        if (!(error instanceof Refusal) || error.problem.status !== 0 || this.ended) throw error;
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  /** Play a move, and right after it perhaps a second card; false if it was refused. */
  async play(move: string, queue = ""): Promise<boolean> {
    if (this.sent !== null) return false;
    this.sent = move;
    this.refused = null;
    try {
      const body = { move, expected: this.seq, seat: this.seat, ...(queue ? { queue } : {}) };
      await this.reach((await this.insist<Done>(`tables/${this.id}/moves`, body)).seq);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.sent = null;
    }
  }

  /** Ask something of the table; false if it was refused. */
  async command(body: Record<string, unknown>): Promise<boolean> {
    this.refused = null;
    try {
      await this.reach((await this.insist<Done>(`tables/${this.id}/commands`, body)).seq);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** The table at which the same people play again. */
  async rematch(): Promise<string | null> {
    this.refused = null;
    try {
      const { table } = await ask<Done>(`tables/${this.id}/rematch`, {});
      // Who plays against bots alone need not say twice that it may begin.
      const alone = this.table!.chairs.every((chair, seat) => chair.bot !== null || this.mine.includes(seat));
      if (alone) await ask(`tables/${table}/commands`, { do: "start", key: newKey() }).catch(() => undefined);
      return table;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  async why(move: string, lang: string): Promise<Reason | null> {
    try {
      const query = new URLSearchParams({ seat: String(this.seat), move, lang });
      const told = await ask<{ reason: Reason | null }>(`tables/${this.id}/why?${query}`);
      return told.reason;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }
}
