import { setImmediate } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { FRAME_SAMPLES, loadVoiceActivity, SAMPLE_RATE } from "../../../media/hearing/voice-activity.ts";

const FRAMES = 40;
const CALLS = 7;

/** Returns a frame of something like a vowel, of another pitch and loudness in each call, that comes and goes. */
const frameOf = (call: number, at: number): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, sample) => {
    const seconds = (at * FRAME_SAMPLES + sample) / SAMPLE_RATE;
    const pitch = 90 + 25 * call + 10 * Math.sin(2 * Math.PI * 3 * seconds);
    const isLoud = (at + 3 * call) % 12 < 8;
    const wave = [1, 2, 3, 4, 8].reduce((sum, tone) => sum + Math.sin(2 * Math.PI * pitch * tone * seconds) / tone, 0);
    return (isLoud ? 4000 : 40) * wave;
  });

it("hears frames of a call one after another, though they come at once, as from two microphones of a person", async () => {
  const newVoiceActivity = await loadVoiceActivity();
  const frames = Array.from({ length: FRAMES }, (_, at) => frameOf(0, at));
  const [waiting, atOnce] = [newVoiceActivity(), newVoiceActivity()];
  const expected: number[] = [];
  for (const frame of frames) expected.push(await waiting(frame));
  const heard = await Promise.all(frames.map(atOnce));
  for (const [at, likelihood] of heard.entries()) expect(likelihood).toBeCloseTo(expected[at] ?? Number.NaN, 4);
});

it("hears several calls together as it hears each of them alone", async () => {
  const newVoiceActivity = await loadVoiceActivity();
  const hearCall = async (call: number): Promise<number[]> => {
    const hear = newVoiceActivity();
    const heard: number[] = [];
    for (let at = 0; at < FRAMES; at += 1) {
      // Other calls' frames come together with this one than with the one before.
      if ((at + call) % 5 === 0) await setImmediate();
      heard.push(await hear(frameOf(call, at)));
    }
    return heard;
  };
  const calls = Array.from({ length: CALLS }, (_, call) => call);
  const alone: number[][] = [];
  for (const call of calls) alone.push(await hearCall(call));
  // Otherwise calls that are taken for each other would not be noticed.
  expect(new Set(alone.map((heard) => Math.round(1000 * (heard[10] ?? 0)))).size).toBeGreaterThan(CALLS / 2);
  const together = await Promise.all(calls.map(hearCall));
  for (const [call, heard] of together.entries())
    for (const [at, likelihood] of heard.entries()) expect(likelihood).toBeCloseTo(alone[call]?.[at] ?? Number.NaN, 4);
});
