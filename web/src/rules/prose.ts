// The text of a clause in parts, and finding clauses by their words. No markup comes from the server: what is a link is
// found here.

import type { RulesChapter, RulesClause } from "../live/wire.ts";

export interface Part {
  kind: "text" | "code" | "clause";
  text: string;
}

/** A text cut at `code` and at the names of clauses that are there. */
export function parts(text: string, there: ReadonlySet<string>): Part[] {
  const out: Part[] = [];
  let plain = "";
  const cut = (part: Part) => {
    if (plain) out.push({ kind: "text", text: plain });
    plain = "";
    out.push(part);
  };
  for (const piece of text.split(/(`[^`]+`|\b[A-Z]+-\d+\b)/)) {
    if (piece.startsWith("`") && piece.length > 2) cut({ kind: "code", text: piece.slice(1, -1) });
    else if (there.has(piece)) cut({ kind: "clause", text: piece });
    else plain += piece;
  }
  if (plain) out.push({ kind: "text", text: plain });
  return out;
}

const plainly = (text: string) => text.normalize("NFKC").toLowerCase();

/** Whether a clause says all words that somebody looks for. */
export function says(clause: RulesClause, wanted: string): boolean {
  const own = [clause.id, clause.title, clause.text, ...clause.facts.flatMap((it) => [it.name, it.text])];
  const options = clause.options.flatMap((it) => [it.id, it.title, it.about, ...it.values]);
  const all = plainly([...own, ...options].join(" "));
  return plainly(wanted).split(/\s+/).every((word) => all.includes(word));
}

/** The chapters with the clauses that say all words; chapters and sections that have none are left out. */
export function found(chapters: readonly RulesChapter[], wanted: string): RulesChapter[] {
  if (!wanted.trim()) return [...chapters];
  return chapters
    .map((chapter) => ({
      ...chapter,
      sections: chapter.sections
        .map((section) => ({ ...section, clauses: section.clauses.filter((clause) => says(clause, wanted.trim())) }))
        .filter((section) => section.clauses.length),
    }))
    .filter((chapter) => chapter.sections.length);
}
