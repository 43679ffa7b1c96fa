// A scene of the lesson as if it were a table: the same page plays it. The moves are kept here; the server plays them
// against the real engine each time.

import { ask, Refusal } from "../live/api.ts";
import { Session } from "../live/session.svelte.ts";
import type { AfterMoves, Reason, WhyNot } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";

export class LessonSession extends Session {
  moves = $state.raw<readonly string[]>([]);

  constructor(
    readonly scene: string,
    moves: readonly string[],
    readonly changed: (moves: readonly string[]) => void,
  ) {
    super("lesson");
    this.moves = moves;
    this.seat = 0;
    this.me = "learner";
  }

  private at(moves: readonly string[]): Record<string, unknown> {
    return { scene: this.scene, moves, name: words.say("learner"), lang: words.lang };
  }

  override async start(): Promise<void> {
    try {
      this.show(await ask<AfterMoves>("lesson", this.at(this.moves)));
    } catch (error) {
      if (!(error instanceof Refusal) || !this.moves.length) return this.fail(error);
      // Moves of another day that do not fit any more: the scene begins again.
      this.moves = [];
      this.changed([]);
      await this.start();
    }
  }

  override stop(): void {}

  override get connected(): boolean {
    return true;
  }

  override async play(move: string): Promise<boolean> {
    if (this.sent !== null) return false;
    this.sent = move;
    this.refused = null;
    try {
      const moves = [...this.moves, move];
      const after = await ask<AfterMoves>("lesson", this.at(moves));
      this.moves = moves;
      this.show(after);
      this.changed(moves);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.sent = null;
    }
  }

  override async why(move: string): Promise<Reason | null> {
    try {
      return (await ask<WhyNot>("lesson/why", { at: this.at(this.moves), move })).reason;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  override async command(): Promise<boolean> {
    return false;
  }

  /** The outlook comes with every answer. */
  protected override async look(): Promise<void> {}

  private show(after: AfterMoves): void {
    this.outlook = after.outlook;
    this.take(after.news);
  }
}
