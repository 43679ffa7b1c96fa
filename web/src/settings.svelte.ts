// What this browser keeps: how the page looks and behaves for whoever sits here.

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`branchline.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`branchline.${name}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

const CHOICES = {
  theme: ["auto", "light", "dark"],
  /** Whether a tap on a track asks again before it is claimed. */
  confirm: ["always", "touch", "never"],
  /** How fast pieces and cards move. */
  motion: ["full", "fast", "none"],
  sound: ["off", "turn", "all"],
  text: ["normal", "large", "larger"],
} as const;

export type Choices = { [name in keyof typeof CHOICES]: (typeof CHOICES)[name][number] };
type Name = keyof Choices;

const possible = <N extends Name>(name: N): readonly Choices[N][] => CHOICES[name] as readonly unknown[] as readonly Choices[N][];

function first<N extends Name>(name: N): Choices[N] {
  const kept = remembered(name) as Choices[N] | null;
  const all = possible(name);
  return kept !== null && all.includes(kept) ? kept : all[0]!;
}

class Settings {
  #now: Choices = $state({ theme: first("theme"), confirm: first("confirm"), motion: first("motion"), sound: first("sound"), text: first("text") });

  get<N extends Name>(name: N): Choices[N] {
    return this.#now[name];
  }

  set<N extends Name>(name: N, value: Choices[N]): void {
    this.#now[name] = value;
    remember(name, value);
    this.show();
  }

  choices<N extends Name>(name: N): readonly Choices[N][] {
    return possible(name);
  }

  /** Tell the style sheets. */
  show(): void {
    const page = document.documentElement.dataset;
    page.theme = this.#now.theme;
    page.motion = this.#now.motion;
    page.text = this.#now.text;
  }

  /** Whether to move things at all: the setting, and what the system asks for. */
  get calm(): boolean {
    return this.#now.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** By what to divide the time of every movement. */
  get pace(): number {
    return this.#now.motion === "fast" ? 3 : 1;
  }
}

export const settings = new Settings();
