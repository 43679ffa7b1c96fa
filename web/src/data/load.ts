// Variants from the server, each asked for once.

import { ask } from "../live/api.ts";
import { Variant, type VariantData } from "./variant.ts";

const kept = new Map<string, Promise<Variant>>();

export function loadVariant(id: string): Promise<Variant> {
  let found = kept.get(id);
  if (!found) {
    found = ask<VariantData>(`variants/${encodeURIComponent(id)}`).then((data) => new Variant(data));
    found.catch(() => kept.delete(id));
    kept.set(id, found);
  }
  return found;
}
