// Push messages in this browser: asking for them, telling the server, ending them.

import { ask } from "../live/api.ts";
import type { Wishes } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";

/** Whether this browser can be told when the page is closed. */
export const possible = (): boolean => isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=")), (c) => c.charCodeAt(0));

const told = (subscription: PushSubscription): object => {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language: words.lang };
};

/** What this browser gets now, if it does. */
export async function current(): Promise<PushSubscription | null> {
  if (!possible()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Begin; nothing if the person or the browser does not allow it. */
export async function begin(key: string): Promise<Wishes | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  return ask<Wishes>("me/notices/push", told(subscription));
}

export async function end(): Promise<Wishes> {
  const subscription = await current();
  const wishes = await ask<Wishes>("me/notices/push/end", { endpoint: subscription?.endpoint ?? "" });
  await subscription?.unsubscribe();
  return wishes;
}

/** The language changed: what comes is to be read in the new one. */
export async function speak(): Promise<void> {
  const subscription = await current();
  if (subscription) await ask("me/notices/push", told(subscription)).catch(() => undefined);
}
