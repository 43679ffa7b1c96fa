// Where we are, as the address bar says it, and going elsewhere without loading the page again.

import { pathOf, ROOT } from "./place.ts";

class Router {
  /** Below the root, without a slash in front: "t/abcd". */
  path = $state("");
  query = $state.raw(new URLSearchParams());
  /** Behind the #. */
  mark = $state("");

  constructor() {
    this.read();
  }

  read(): void {
    this.path = decodeURI(pathOf(location.href) ?? "");
    this.query = new URLSearchParams(location.search);
    this.mark = decodeURIComponent(location.hash.slice(1));
  }

  /** Go to a page of ours; `replace` leaves no step to go back to. */
  go(path: string, replace = false): void {
    const url = new URL(path, ROOT);
    if (replace) history.replaceState(null, "", url);
    else {
      history.pushState(null, "", url);
      scrollTo(0, 0);
    }
    this.read();
  }

  /** Follow a click on a link of ours, unless it asks for a new tab, a download or another site. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    const path = link && this.inside(link);
    if (path == null) return;
    event.preventDefault();
    const url = new URL(link!.href);
    this.go(path + url.search + url.hash);
  }

  /** The path of a link to a page of ours; nothing for other links, downloads and marks of this page. */
  inside(link: HTMLAnchorElement): string | null {
    if (!link.href || link.target || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return null;
    const path = pathOf(link.href);
    return path === null || path.startsWith("api/") || /\.\w+$/.test(path) ? null : path;
  }
}

export const router = new Router();

/** The address of a page of ours, for links. */
export const to = (path: string): string => new URL(path, ROOT).pathname + new URL(path, ROOT).search + new URL(path, ROOT).hash;
