// Texts with parameters, as the engine has them: {name}, and {n:one|many} for a form by number.

export type Parameters = Readonly<Record<string, string | number>>;

const numbers = new Map<string, Intl.NumberFormat>();

/** A number as the language writes it; all of ours write small ones alike, and what makes them is slow to begin. */
export function numberIn(lang: string, value: number): string {
  const text = Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : formatOf(lang).format(value);
  return text.replace("-", "−");
}
function formatOf(lang: string): Intl.NumberFormat {
  let found = numbers.get(lang);
  if (!found) numbers.set(lang, (found = new Intl.NumberFormat(lang)));
  return found;
}

export function fill(text: string, parameters: Parameters = {}, lang = "en"): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = parameters[name] ?? "";
    if (one === undefined) return typeof value === "number" ? numberIn(lang, value) : value;
    // English knows one and many; the two others have one form for all.
    return lang === "en" && Number(value) === 1 ? one : (many ?? "");
  });
}
