import { expect, it } from "@jest/globals";
import { measureQuietMs } from "../../../media/hearing/last-sound.ts";
import { SAMPLE_RATE } from "../../../media/hearing/voice-activity.ts";

const second = (loudness: number, ms: number) => Array.from({ length: (SAMPLE_RATE * ms) / 1000 }, () => loudness);
const speech = (noise: number) => Int16Array.from([...second(10_000, 500), ...second(noise, 600)]);

it("is as long as the sound itself has been silent, up to a little more than the voice's model tells", () => {
  expect(measureQuietMs(speech(0), 550)).toBeCloseTo(600);
  expect(measureQuietMs(speech(0), 300)).toBe(500);
});

it("is what the model tells where the line is noisy, or speech was cut off", () => {
  expect(measureQuietMs(speech(400), 550)).toBe(550);
  expect(measureQuietMs(Int16Array.from(second(9_000, 100)), 0)).toBe(0);
});
