// The one socket of this tab. Whoever wants to hear something follows it; after a lost connection each says again where it
// stopped. It opens when somebody follows, and says whether anybody looks at the page.

import { fromRoot } from "../place.ts";
import type { Pong } from "./wire.ts";

/** How often a sign of life is sent, and how long its answer may take. */
const BEAT_MS = 15_000;
const ANSWER_MS = 8000;

export interface Message {
  type: string;
}

interface Follower {
  /** What to ask for, now. */
  ask: () => object;
  /** Take a message, if it is for us. */
  heed: (message: Message) => void;
}

class Line {
  connected = $state(false);
  /** By how many seconds the server's clock is ahead of ours. */
  ahead = $state(0);

  /** The table that is looked at, and the seats of those who look at it too, as far as we know. */
  table: string | null = null;
  here = $state.raw<readonly number[] | null>(null);

  private socket: WebSocket | null = null;
  private followers = new Set<Follower>();
  private waited = 500;
  private timer = 0;
  private beat = 0;
  private heard = 0;

  constructor() {
    addEventListener("offline", () => this.hangUp());
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => {
      this.look();
      this.again();
    });
  }

  /** Ask for something and hear what comes, until the returned function is called; that says `end` to the server. */
  follow(follower: Follower, end?: () => object): () => void {
    this.followers.add(follower);
    if (this.open) {
      this.send(follower.ask());
      this.ping();
    } else if (!this.socket) this.connect();
    return () => {
      if (!this.followers.delete(follower)) return;
      if (end && this.open) this.send(end());
      if (!this.followers.size) this.hangUp();
    };
  }

  /** Somebody else is here now: the server asks at the beginning of a connection who it is. */
  renew(): void {
    this.hangUp();
    if (this.followers.size) this.connect();
  }

  /** Ask again for what a follower wants: it wants something else now. */
  askAgain(follower: Follower): void {
    if (this.open) this.send(follower.ask());
  }

  /** Say something that needs no answer, if anybody hears it. */
  say(message: object): void {
    if (this.open) this.send(message);
  }

  private get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private look(): void {
    if (this.open) this.send({ do: "look", looking: !document.hidden });
  }

  /** Back from somewhere: ask at once whether the line still holds. */
  private again(): void {
    if (document.hidden || !this.followers.size) return;
    if (this.open) this.ping();
    else this.renew();
  }

  private connect(): void {
    clearTimeout(this.timer);
    const place = new URL(fromRoot("api/socket"));
    place.protocol = place.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(place.href);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.connected = true;
      this.waited = 500;
      for (const follower of this.followers) this.send(follower.ask());
      this.look();
      this.ping();
      clearInterval(this.beat);
      this.beat = setInterval(() => this.ping(), BEAT_MS) as unknown as number;
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      const message = JSON.parse(String(event.data)) as Message;
      if (message.type === "pong") {
        const pong = message as Pong;
        this.ahead = pong.now - Date.now() / 1000;
        this.here = pong.here ?? null;
      }
      for (const follower of this.followers) follower.heed(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.hangUp(true);
    };
  }

  private hangUp(later = this.followers.size > 0): void {
    const socket = this.socket;
    this.socket = null;
    this.connected = false;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    socket?.close();
    if (!later) return;
    this.timer = setTimeout(() => this.connect(), this.waited) as unknown as number;
    this.waited = Math.min(10_000, this.waited * 1.8);
  }

  /** A sign of life, which must be answered soon: half-dead lines look alive for minutes. */
  private ping(): void {
    const [socket, asked] = [this.socket, Date.now()];
    if (!this.open) return;
    this.send({ do: "ping", table: this.table });
    setTimeout(() => {
      if (this.socket === socket && this.heard < asked) this.hangUp();
    }, ANSWER_MS);
  }
}

export const line = new Line();
