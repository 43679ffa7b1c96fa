// Beside the page: keeps its files, so that it starts without a network, and shows what the server pushes. BUILD and FILES
// are written before this by vite.config.ts: a new build is a new worker.
/* global BUILD, FILES */

const SHELL = `branchline-${BUILD}`;
/** Answers that change rarely: what the page shows when there is no network. */
const SEEN = "branchline-seen";
const ROOT = new URL("./", self.location.href);
const PICTURES = ["icon.svg", "icon-192.png", "app.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(SHELL).then((cache) => cache.addAll(["", ...PICTURES, ...FILES].map((file) => new URL(file, ROOT).href))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("branchline-") && name !== SHELL && name !== SEEN) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// The page says when it wants the new one.
self.addEventListener("message", (event) => {
  if (event.data === "now") void self.skipWaiting();
});

/** What the page may show though it is old: games, their maps, words, rules. Nothing about persons or tables. */
const rarelyChanges = (path) => /^(api\/(shelf|bots|phrases|variants|words|clauses|rules|glossary)(\/|$)|ground\/)/.test(path);

async function fromNet(request, keep) {
  const answer = await fetch(request);
  if (keep && answer.ok) {
    const cache = await caches.open(SEEN);
    await cache.put(request, answer.clone());
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path.startsWith("assets/") || PICTURES.includes(path)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (request.mode === "navigate" && !path.startsWith("api/")) {
    // The page is the same at every path; its links are told from where it lies.
    event.respondWith(
      fetch(request).catch(async () => {
        const kept = await caches.match(ROOT.href);
        const html = (await kept.text()).replaceAll('"./', `"${ROOT.pathname}`);
        return new Response(html, { headers: kept.headers });
      }),
    );
  } else if (rarelyChanges(path)) {
    event.respondWith(fromNet(request, true).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

self.addEventListener("push", (event) => {
  let told = { title: "Branchline", body: "", lang: "", path: "", tag: "branchline" };
  try {
    told = { ...told, ...event.data.json() };
  } catch {
    // A message that says nothing is shown as one that says so little.
  }
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      lang: told.lang,
      tag: told.tag,
      icon: new URL("icon-192.png", ROOT).href,
      data: new URL(told.path, ROOT).href,
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = event.notification.data;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const page = pages.find((it) => it.url === target) ?? pages[0];
      if (!page) return self.clients.openWindow(target);
      if (page.url !== target) await page.navigate(target).catch(() => self.clients.openWindow(target));
      return page.focus();
    })(),
  );
});
