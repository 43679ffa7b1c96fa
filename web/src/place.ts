// Where the client lives. Scripts know the place they came from, so the page works under any path and has real paths below it.

/** The address under which everything of ours lies: "https://example.org/" or "https://example.org/games/". */
export const ROOT: URL = new URL(import.meta.env.DEV ? "/" : "..", import.meta.url);

/** The address of something of ours, from its path without a slash in front. */
export const fromRoot = (path: string): string => new URL(path, ROOT).href;

/** The path of an address below the root, without a slash in front; nothing for addresses of others. */
export function pathOf(address: string | URL): string | null {
  const url = new URL(address, location.href);
  return url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname) ? url.pathname.slice(ROOT.pathname.length) : null;
}
