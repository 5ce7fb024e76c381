import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { estimateMostOfText, estimateMostSpeechOfCall } from "../../../domain/model/speech-allowance.ts";

const speed = fc.double({ min: 0.25, max: 4, noNaN: true });
const timeLimitSeconds = fc.integer({ min: 30, max: 3600 });

describe("what a call holds for speech", () => {
  it("is enough for a talk without pauses in which each side takes all of its time", () => {
    fc.assert(
      fc.property(timeLimitSeconds, speed, (seconds, pace) => {
        const { tts, stt } = estimateMostSpeechOfCall({ timeLimitSeconds: seconds, speed: pace });
        expect(tts.characters).toBeGreaterThanOrEqual(15 * pace * seconds);
        expect(tts.soundMs).toBeGreaterThanOrEqual(seconds * 1000);
        expect(stt).toMatchObject({ characters: 0 });
        expect(stt.soundMs).toBeGreaterThanOrEqual(seconds * 1000);
      }),
    );
  });

  it("has room for the longest reply, whose sentences are asked for all at once", () => {
    fc.assert(
      fc.property(timeLimitSeconds, speed, (seconds, pace) => {
        const { tts } = estimateMostSpeechOfCall({ timeLimitSeconds: seconds, speed: pace });
        const sentences = Array.from({ length: 40 }, () => estimateMostOfText(100, pace));
        expect(tts.soundMs).toBeGreaterThanOrEqual(sentences.reduce((sum, { soundMs }) => sum + soundMs, 0));
        expect(tts.characters).toBeGreaterThanOrEqual(40 * 100);
      }),
    );
  });
});

describe("the most that a text comes to", () => {
  it("is its characters, and the sound of a slow voice", () => {
    expect(estimateMostOfText(100, 1)).toEqual({ characters: 100, soundMs: 12_000 });
    expect(estimateMostOfText(100, 4)).toEqual({ characters: 100, soundMs: 12_000 });
    expect(estimateMostOfText(100, 0.5)).toEqual({ characters: 100, soundMs: 22_000 });
  });
});
