import { findEspeak } from "../../infra/local-speech/find-espeak.ts";
import { createLocalVoice } from "../../infra/models/local.speech.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { SAMPLE_RATE } from "../../media/hearing/voice-activity.ts";
import { openEspeak } from "../../media/local-speech/espeak-ng.ts";
import type { LocalModels } from "../../media/local-speech/local-speech.ts";
import { resample, toFloats, toIntegers } from "../../media/local-speech/resample.ts";
import { readMulaw, writeMulaw } from "./mulaw.ts";

const TELEPHONE_RATE = 8000;
const WORDS_PER_MINUTE = 155;

/** Speaks for tests: by the natural voice, or by one of espeak-ng's. Samples of SAMPLE_RATE. */
export const openMadeSpeech = async (models: LocalModels) => {
  const espeak = openEspeak(await findEspeak({ environment: process.env }));
  return {
    naturally: async (text: string): Promise<Int16Array> => {
      const parts: Int16Array[] = [];
      const speak = createLocalVoice(models, { speed: 1 }, () => "en-US");
      for await (const part of speak(text, new AbortController().signal)) parts.push(part);
      return toRate(joinSound(parts), SPOKEN_SAMPLE_RATE);
    },
    byEspeak: async (text: string, voice: string): Promise<Int16Array> => {
      const { samples, sampleRate } = await espeak.speak(text, { voice, wordsPerMinute: WORDS_PER_MINUTE });
      return toRate(samples, sampleRate);
    },
    close: espeak.close,
  };
};

const toRate = (samples: Int16Array, from: number, to = SAMPLE_RATE): Int16Array =>
  toIntegers(resample(toFloats(samples), { from, to }));

export const joinSound = (parts: readonly Int16Array[]): Int16Array => {
  const joined = new Int16Array(parts.reduce((count, { length }) => count + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

export const silence = (ms: number): Int16Array => new Int16Array((ms * SAMPLE_RATE) / 1000);

/** Returns numbers from 0 to 1, the same ones for each seed. */
export const seededNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

/** Adds the noise of a line: so many decibels below the loudness of what is said. */
export const addNoise = (samples: Int16Array, snrDb: number, random: () => number): Int16Array => {
  const voiced = samples.filter((sample) => Math.abs(sample) > 100);
  const power = Math.sqrt(voiced.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(voiced.length, 1));
  const amplitude = power * 10 ** (-snrDb / 20) * Math.sqrt(3);
  return samples.map((sample) => clip(sample + (2 * random() - 1) * amplitude));
};

const clip = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

/** Sends sound over a telephone: 8 kHz, G.711, what lies below 300 Hz lost, and back to SAMPLE_RATE. */
export const overTelephone = (samples: Int16Array): Int16Array => {
  const narrow = toRate(samples, SAMPLE_RATE, TELEPHONE_RATE);
  let [before, kept] = [0, 0];
  const sent = narrow.map((sample) => {
    kept = LOW_CUT * (kept + sample - before);
    before = sample;
    return readMulaw(writeMulaw(clip(kept)));
  });
  return toRate(sent, TELEPHONE_RATE, SAMPLE_RATE);
};

/** A filter of the first order at 300 Hz. */
const LOW_CUT = 1 / (1 + (2 * Math.PI * 300) / TELEPHONE_RATE);
