// Which page stands at which path. Each is loaded when it is wanted, with the messages that it needs. The server sends the
// client for the same first words of a path (server/pages.py); a test compares the two.

import type { Component } from "svelte";
import type { Part } from "./words/words.svelte.ts";

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = Component<any>;

export interface Route {
  /** Parts of the path; those that begin with a colon are parameters, and become properties of the page. */
  path: string;
  parts: Part[];
  load: () => Promise<{ default: Page }>;
}

export const ROUTES: Route[] = [
  { path: "", parts: ["home", "engine"], load: () => import("./pages/Home.svelte") },
  { path: "account", parts: ["account", "engine"], load: () => import("./pages/Account.svelte") },
  { path: "learn", parts: ["learn", "play", "map", "engine"], load: () => import("./pages/Learn.svelte") },
  { path: "rules/:id", parts: ["rules", "engine"], load: () => import("./pages/Rules.svelte") },
  { path: "glossary", parts: ["rules"], load: () => import("./pages/Glossary.svelte") },
  { path: "g/:id", parts: ["replay", "play", "map", "engine"], load: () => import("./pages/Replay.svelte") },
  { path: "embed/g/:id", parts: ["replay", "play", "map", "engine"], load: () => import("./pages/Embed.svelte") },
  { path: "games", parts: ["games"], load: () => import("./pages/Games.svelte") },
  { path: "stats", parts: ["games", "engine"], load: () => import("./pages/Statistics.svelte") },
  { path: "leaders", parts: ["games"], load: () => import("./pages/Leaders.svelte") },
  { path: "settings", parts: ["you"], load: () => import("./pages/Settings.svelte") },
  { path: "off/:secret", parts: ["you"], load: () => import("./pages/Off.svelte") },
  { path: "t/:id", parts: ["play", "map", "engine", "home", "talk"], load: () => import("./pages/TablePage.svelte") },
];

export interface Found {
  route: Route;
  parameters: Record<string, string>;
}

/** The page at a path, if there is one. */
export function find(path: string, routes: readonly Route[] = ROUTES): Found | null {
  const words = path.replace(/\/$/, "").split("/");
  for (const route of routes) {
    const wanted = route.path.split("/");
    if (wanted.length !== words.length) continue;
    const parameters: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(":")) return part === words[i];
      parameters[part.slice(1)] = words[i]!;
      return words[i] !== "";
    });
    if (fits) return { route, parameters };
  }
  return null;
}
