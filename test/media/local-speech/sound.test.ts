import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { cutAtQuiet } from "../../../media/local-speech/hear-english.ts";
import { resample } from "../../../media/local-speech/resample.ts";
import { listIds } from "../../../media/local-speech/speak-english.ts";
import { packSound, unpackSound } from "../../../media/local-speech/speech-requests.ts";
import { spellClauses } from "../../../media/local-speech/spell-clauses.ts";

const tone = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));

describe("sound of another rate", () => {
  it.each([
    [22_050, 24_000],
    [24_000, 16_000],
    [16_000, 24_000],
    [24_000, 8000],
  ])("keeps a tone from %d to %d", (from, to) => {
    const [made, expected] = [resample(tone(440, from, 0.2), { from, to }), tone(440, to, 0.2)];
    const inner = (sound: Float32Array) => sound.subarray(200, 1200);
    const worst = Math.max(...inner(made).map((sample, at) => Math.abs(sample - (inner(expected)[at] ?? 0))));
    expect(worst).toBeLessThan(0.02);
  });

  it("loses a tone that the slower rate cannot hold, instead of turning it into another", () => {
    const made = resample(tone(6000, 24_000, 0.2), { from: 24_000, to: 8000 });
    expect(Math.max(...made.subarray(100, 1400).map(Math.abs))).toBeLessThan(0.02);
  });
});

it("cuts long speech at its quietest moment and loses nothing", () => {
  const speech = tone(200, 16_000, 18);
  speech.fill(0, 8 * 16_000, 8.3 * 16_000);
  const pieces = cutAtQuiet(speech);
  expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(speech.length);
  expect(pieces[0]?.length).toBeGreaterThanOrEqual(8 * 16_000);
  expect(pieces[0]?.length).toBeLessThanOrEqual(8.3 * 16_000);
  expect(cutAtQuiet(tone(200, 16_000, 3))).toHaveLength(1);
});

it("keeps the marks of a text, by which the voice pauses, and numbers whole", async () => {
  const spell = async (clause: string) => `<${clause}>`;
  expect(await spellClauses("Hello, Ada! It is 3:45, or 1,000.5 in all; fine?", spell)).toBe(
    "<Hello>, <Ada>! <It is 3:45>, <or 1,000.5 in all>; <fine>?",
  );
  expect(await spellClauses(" ... ", spell)).toBe("");
});

it("numbers phonemes for the voice and leaves out what it does not know", () => {
  const ids = { "^": [1], $: [2], _: [0], a: [10], b: [11] };
  expect(listIds("a?b", ids)).toEqual([1, 0, 10, 0, 11, 0, 2]);
});

it("packs sound for another process and unpacks the same", () => {
  fc.assert(
    fc.property(fc.int16Array(), (samples) => {
      expect(unpackSound(packSound(samples))).toEqual(samples);
    }),
  );
});
