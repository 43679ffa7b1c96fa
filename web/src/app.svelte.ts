// The page as an app of the device: the worker beside it, and when there is a new version of both.

import { loadShelf } from "./data/shelf.ts";
import { ask } from "./live/api.ts";
import { fromRoot, ROOT } from "./place.ts";
import { remember, remembered } from "./settings.svelte.ts";
import { words } from "./words/words.svelte.ts";

class App {
  /** A new version waits until somebody wants it. */
  fresh = $state.raw<ServiceWorker | null>(null);

  async begin(): Promise<void> {
    if (import.meta.env.DEV || !("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.register(fromRoot("worker.js"), { scope: ROOT.pathname }).catch(() => null);
    if (!registration) return;
    const look = (worker: ServiceWorker | null) => {
      if (worker?.state === "installed" && navigator.serviceWorker.controller) this.fresh = worker;
    };
    look(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => look(worker));
    });
    if (navigator.serviceWorker.controller) setTimeout(() => void this.keepRules(), 8000);
    // A page that stays open for days asks now and then.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void registration.update().catch(() => undefined);
    });
  }

  /** Ask once for what one reads without a network: the worker keeps the answers. */
  private async keepRules(): Promise<void> {
    if (remembered("kept") === words.lang) return;
    try {
      const shelf = await loadShelf();
      const wanted = shelf.flatMap(({ id }) => [`rules/${id}/${words.lang}`, `variants/${id}`]);
      for (const path of ["glossary", ...wanted]) await ask(path);
      remember("kept", words.lang);
    } catch {
      // Another time.
    }
  }

  update(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    this.fresh?.postMessage("now");
  }
}

export const app = new App();
