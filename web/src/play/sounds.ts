// Small sounds, made when they are wanted. "turn" is a bell when it is one's turn; "all" adds what happens on the board.

import type { GameEvent } from "../live/wire.ts";
import { settings } from "../settings.svelte.ts";

type Note = readonly [at: number, hertz: number, seconds: number, loud: number, wave?: OscillatorType];

const SOUNDS = {
  turn: [[0, 784, 0.5, 0.09], [0.13, 1175, 0.7, 0.07]],
  card: [[0, 210, 0.05, 0.05, "triangle"], [0.03, 330, 0.05, 0.03, "triangle"]],
  claim: [[0, 622, 0.3, 0.05, "triangle"], [0, 740, 0.3, 0.05, "triangle"], [0.32, 622, 0.45, 0.05, "triangle"], [0.32, 740, 0.45, 0.05, "triangle"]],
  reveal: [[0, 440, 0.09, 0.05]],
  dread: [[0, 196, 0.25, 0.08, "sawtooth"]],
  done: [[0, 523, 0.18, 0.07], [0.12, 659, 0.18, 0.07], [0.24, 784, 0.4, 0.07]],
  over: [[0, 523, 0.25, 0.08], [0.18, 659, 0.25, 0.08], [0.36, 784, 0.25, 0.08], [0.54, 1047, 0.8, 0.09]],
} satisfies Record<string, readonly Note[]>;
export type Sound = keyof typeof SOUNDS;

let player: AudioContext | null = null;

export function sound(which: Sound): void {
  const wanted = settings.get("sound");
  if (wanted === "off" || (wanted === "turn" && which !== "turn") || (document.hidden && which !== "turn")) return;
  try {
    player ??= new AudioContext();
    void player.resume();
  } catch {
    return; // A browser without sound still plays.
  }
  const now = player.currentTime + 0.01;
  for (const [at, hertz, seconds, loud, wave = "sine"] of SOUNDS[which] as readonly Note[]) {
    const [voice, volume] = [player.createOscillator(), player.createGain()];
    voice.type = wave;
    voice.frequency.value = hertz;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(loud, now + at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + at + seconds);
    voice.connect(volume).connect(player.destination);
    voice.start(now + at);
    voice.stop(now + at + seconds + 0.05);
  }
}

/** The sound of what happened: one for all of it, the most telling. */
export function soundOf(events: readonly GameEvent[]): void {
  const kinds = new Set(events.map((it) => it.event));
  if (kinds.has("game_ended")) sound("over");
  else if (kinds.has("track_claimed") || kinds.has("station_built") || kinds.has("harbour_built")) sound("claim");
  else if (kinds.has("surcharge_due")) sound("dread");
  else if (kinds.has("row_taken") || kinds.has("blind_drawn") || kinds.has("tickets_offered")) sound("card");
}
