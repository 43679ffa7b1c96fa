// The games there are, and the bots one can sit down with: asked once.

import { ask } from "../live/api.ts";
import type { Bots, OnShelf } from "../live/wire.ts";

function once<T>(path: string): () => Promise<T> {
  let found: Promise<T> | null = null;
  return () => {
    found ??= ask<T>(path).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}

export const loadShelf = once<OnShelf[]>("shelf");
export const loadBots = once<Bots>("bots");
