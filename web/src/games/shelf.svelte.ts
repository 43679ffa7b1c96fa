// The games of the server by name, for lists and choices about finished ones.

import { ask } from "../live/api.ts";
import { loadVariant } from "../data/load.ts";
import type { Lang } from "../data/variant.ts";
import type { OnShelf } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";

let asked: Promise<OnShelf[]> | null = null;

class Shelf {
  all = $state.raw<OnShelf[]>([]);
  /** Games that stand on no shelf, and yet were played. */
  private others = $state.raw<Record<string, Record<Lang, string>>>({});

  async load(): Promise<void> {
    asked ??= ask<OnShelf[]>("shelf");
    asked.catch(() => (asked = null));
    this.all = await asked;
  }
  /** Learn the names of games before they are shown. */
  async know(ids: Iterable<string>): Promise<void> {
    await this.load();
    const unknown = [...new Set(ids)].filter((id) => !this.all.some((it) => it.id === id) && !(id in this.others));
    const found = await Promise.all(unknown.map(async (id) => [id, (await loadVariant(id)).data.names] as const));
    if (found.length) this.others = { ...this.others, ...Object.fromEntries(found) };
  }
  name(id: string): string {
    return this.all.find((it) => it.id === id)?.names[words.lang] ?? this.others[id]?.[words.lang] ?? id;
  }
  seats(id: string): number[] {
    const [least, most] = this.all.find((it) => it.id === id)?.seats ?? [2, 5];
    return Array.from({ length: most - least + 1 }, (_, i) => least + i);
  }
}

export const shelf = new Shelf();
