import { setTimeout as delay } from "node:timers/promises";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import type { Speaker } from "../speaking/speech-player.ts";
import type { SoundLine } from "./sound-line.ts";

/** As much is sent ahead of what sounds: enough for a slow line, and little enough for an interruption. */
const AHEAD_MS = 300;

/** Sends the agent's sound at the pace at which the page plays it; silence is nothing sent. */
export const createSocketSpeaker = (line: Pick<SoundLine, "send" | "sendSound">): Speaker => {
  let endsAtMs = 0;
  let waitingSamples = 0;
  /** Increases when waiting sound is dropped. */
  let generation = 0;
  const sentMs = () => Math.max(0, endsAtMs - performance.now());
  const waitingMs = () => sentMs() + (waitingSamples / SPOKEN_SAMPLE_RATE) * 1000;
  return {
    play: async (samples) => {
      const mine = generation;
      waitingSamples += samples.length;
      if (sentMs() > AHEAD_MS) await delay(sentMs() - AHEAD_MS);
      if (mine !== generation) return;
      waitingSamples -= samples.length;
      endsAtMs = performance.now() + sentMs() + (samples.length / SPOKEN_SAMPLE_RATE) * 1000;
      line.sendSound(samples);
    },
    waitingMs,
    clear: () => {
      generation += 1;
      waitingSamples = 0;
      endsAtMs = 0;
      line.send({ clear: true });
    },
    silence: async () => {
      const mine = generation;
      while (waitingMs() > 0 && mine === generation) await delay(waitingMs());
    },
  };
};
