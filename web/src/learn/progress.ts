// How far somebody is in the lesson, kept in this browser.

import { remember, remembered } from "../settings.svelte.ts";

export interface Progress {
  scene: string;
  /** The learner's moves in the scene: the engine plays them again. */
  moves: string[];
  /** The steps that were read. */
  read: number[];
  /** The scenes that are done. */
  done: string[];
}

const NAME = "lesson";
const strings = (value: unknown): value is string[] => Array.isArray(value) && value.every((it) => typeof it === "string");
const numbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((it) => Number.isInteger(it));

export const fresh = (scene: string, done: string[] = []): Progress => ({ scene, moves: [], read: [], done });

/** What was kept, if it still fits the scenes that there are; else the beginning. */
export function kept(scenes: readonly string[]): Progress {
  try {
    const found = JSON.parse(remembered(NAME) ?? "null") as Partial<Progress> | null;
    if (found && scenes.includes(found.scene ?? "") && strings(found.moves) && numbers(found.read) && strings(found.done)) {
      return found as Progress;
    }
  } catch {
    // Something else was kept there: begin.
  }
  return fresh(scenes[0]!);
}

export const keep = (progress: Progress): void => remember(NAME, JSON.stringify(progress));
