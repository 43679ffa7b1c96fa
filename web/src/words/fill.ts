// Texts with parameters, as the engine has them: {name}, and {n:one|many} for a form by number.

export type Parameters = Readonly<Record<string, string | number>>;

const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();

function kept<T>(map: Map<string, T>, lang: string, make: () => T): T {
  let found = map.get(lang);
  if (!found) map.set(lang, (found = make()));
  return found;
}

/** A number as the language writes it. */
export function numberIn(lang: string, value: number): string {
  return kept(numbers, lang, () => new Intl.NumberFormat(lang)).format(value);
}

export function fill(text: string, parameters: Parameters = {}, lang = "en"): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = parameters[name] ?? "";
    if (one === undefined) return typeof value === "number" ? numberIn(lang, value) : value;
    const form = kept(plurals, lang, () => new Intl.PluralRules(lang)).select(Number(value));
    return form === "one" ? one : (many ?? "");
  });
}
