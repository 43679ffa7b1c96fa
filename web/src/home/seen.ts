// What the home page last saw, for when there is no connection.

import type { Card } from "../live/wire.ts";
import { remember, remembered } from "../settings.svelte.ts";

export interface Seen {
  at: number;
  mine: Card[];
}

export const keepSeen = (mine: Card[]): void => remember("tables", JSON.stringify({ at: Date.now() / 1000, mine: mine.slice(0, 12) } satisfies Seen));

export function lastSeen(): Seen | null {
  try {
    return JSON.parse(remembered("tables") ?? "null") as Seen | null;
  } catch {
    return null;
  }
}
