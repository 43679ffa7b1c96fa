// Who we are to the server, and what we do about it. What fails is said where it was asked for.

import { ask, knownAs, Refusal, remove, whoAmI } from "../live/api.ts";
import type { Account, Me, PasskeyOptions, Token } from "../live/wire.ts";
import { words } from "../words/words.svelte.ts";
import { makePasskey, signWithPasskey } from "./passkeys.ts";

export class AccountState {
  me = $state.raw<Me | null>(null);
  account = $state.raw<Account | null>(null);
  loaded = $state(false);
  busy = $state(false);
  /** What was refused last, and where on the page it was asked for. */
  refused = $state.raw<{ where: string; sentence: string } | null>(null);
  /** What was done last, and where. */
  done = $state.raw<{ where: string; sentence: string } | null>(null);
  /** What waits for another sign-in. */
  waiting = $state.raw<{ where: string; action: () => Promise<unknown>; sentence: string } | null>(null);

  async load(): Promise<void> {
    this.me = await whoAmI();
    this.account = this.me ? await ask<Account>("me/account").catch(() => null) : null;
    this.loaded = true;
  }

  /** Do something; true if it was done. */
  async attempt(where: string, action: () => Promise<unknown>, sentence = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = this.done = null;
    try {
      if ((await action()) === false) return false;
      await this.load();
      this.done = { where, sentence };
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.problem.id === "server.sign_in_again") this.waiting = { where, action, sentence };
      else this.refused = { where, sentence: error.message };
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Go on with what waited for another sign-in. */
  async goOn(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = null;
    if (waiting) await this.attempt(waiting.where, waiting.action, waiting.sentence);
  }

  private become(me: Me): void {
    knownAs(me);
  }

  async comeIn(name: string): Promise<void> {
    this.become(await ask<Me>("guests", { name, language: words.lang }));
  }

  async change(name: string, colour: string): Promise<void> {
    this.become(await ask<Me>("me/profile", { name, colour, language: words.lang }));
  }

  async setPassword(login: string, password: string): Promise<void> {
    this.become(await ask<Me>("me/password", { login, password }));
  }

  /** False if the person would rather not. */
  async addPasskey(): Promise<boolean> {
    const { options } = await ask<PasskeyOptions>("me/passkeys/options", {});
    const credential = await makePasskey(options);
    if (!credential) return false;
    const here = this.account?.sessions.find((it) => it.here)?.device;
    this.become(await ask<Me>("me/passkeys", { credential, name: here || words.say("accountPasskey") }));
    return true;
  }

  async signIn(login: string, password: string, bring: boolean): Promise<void> {
    this.become(await ask<Me>("sessions", { login, password, bring }));
  }

  /** False if the person would rather not. */
  async signInByPasskey(bring: boolean): Promise<boolean> {
    const { options } = await ask<PasskeyOptions>("sessions/options", {});
    const credential = await signWithPasskey(options);
    if (!credential) return false;
    this.become(await ask<Me>("sessions/passkey", { credential, bring }));
    return true;
  }

  async signOut(): Promise<void> {
    await remove("sessions/here");
    knownAs(null);
  }

  async newToken(name: string): Promise<string> {
    return (await ask<Token>("me/tokens", { name })).token;
  }

  async forget(): Promise<void> {
    await remove("me");
    knownAs(null);
  }
}
