// The review of a finished game: asked for, waited for, told in the language of the page.

import { ask, Refusal } from "../live/api.ts";
import type { ReviewTold } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";

const AGAIN_MS = 1000;

export class Reviewed {
  told = $state.raw<ReviewTold | null>(null);
  refused = $state("");
  /** It was worked on, and then it was gone. */
  lost = $state(false);
  private lang = "";
  private timer = 0;

  constructor(readonly id: string) {}

  private get path(): string {
    return `games/${encodeURIComponent(this.id)}/review`;
  }

  /** See how far it is; again and again while it is worked on. */
  async look(): Promise<void> {
    this.lang = words.lang;
    await this.take(() => ask<ReviewTold>(`${this.path}?lang=${this.lang}`));
  }

  /** The same in another language, if there is one already. */
  speak(): void {
    if (this.lang && this.lang !== words.lang) void this.look();
  }

  begin(): Promise<void> {
    this.lost = false;
    return this.take(() => ask<ReviewTold>(this.path, {}));
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async take(asked: () => Promise<ReviewTold>): Promise<void> {
    this.stop();
    const before = this.told?.state;
    try {
      this.told = await asked();
      this.refused = "";
      this.lost = before === "going" && this.told.state === "none";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = error.message;
    }
    if (this.told?.state === "going") this.timer = setTimeout(() => void this.look(), AGAIN_MS) as unknown as number;
  }

  /** What is said of the move that led to a moment. */
  at(moment: number): ReviewTold["moves"][number] | null {
    return this.told?.moves.find((it) => it.moment === moment) ?? null;
  }
}
