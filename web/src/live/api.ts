// Asking the server. Whatever goes wrong is a Refusal with a sentence one can show.

import { fromRoot } from "../place.ts";
import { words } from "../words/words.svelte.ts";
import type { Me, Problem } from "./wire.ts";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

/** A problem that the client itself has, said like one of the server. */
function ownProblem(id: "offline" | "broken", status: number): Problem {
  return { type: "problem", id, status, parameters: {}, sentence: words.say(id), reason: null };
}

export async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const headers = { "accept-language": words.lang, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const request: RequestInit = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(fromRoot(`api/${path}`), request);
  } catch {
    throw new Refusal(ownProblem("offline", 0));
  }
  const told = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told as T;
  throw new Refusal((told as Problem | null) ?? ownProblem("broken", answer.status));
}

/** Remove something. */
export const remove = (path: string): Promise<unknown> => ask(path, undefined, "DELETE");

let known: Promise<Me | null> | null = null;

/** Who we are, if the server knows us; without an answer of the server that stays open. */
function whoExactly(): Promise<Me | null> {
  known ??= ask<Me>("me").catch((error: unknown) => {
    if (error instanceof Refusal && error.problem.status === 401) return null;
    known = null;
    throw error;
  });
  return known;
}

/** Who we are, as far as we know. */
export const whoAmI = (): Promise<Me | null> => whoExactly().catch(() => null);

/** Come in as a guest, unless we are in already. */
export async function comeIn(name: string): Promise<Me> {
  const me = await whoExactly(); // Without an answer nobody new comes in: that would take the place of who we are.
  if (me) return me;
  const guest = await ask<Me>("guests", { name, language: words.lang });
  knownAs(guest);
  return guest;
}

const changes: ((me: Me | null) => void)[] = [];

/** Be told when somebody else is here: a guest came in, somebody signed in or out. */
export function onChange(heed: (me: Me | null) => void): void {
  changes.push(heed);
}

/** We are somebody else from now on, or nobody. */
export function knownAs(me: Me | null): void {
  known = Promise.resolve(me);
  for (const heed of changes) heed(me);
}

/** A name for something that must happen once. randomUUID needs https, which a table at home may not have. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}
