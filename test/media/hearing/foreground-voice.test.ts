import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createForegroundVoice } from "../../../media/hearing/foreground-voice.ts";

const FRAME_MS = 32;
const SECOND = Math.ceil(1000 / FRAME_MS);

/** A frame of this loudness in dB, 0 for the loudest. */
const soundOf = (db: number): Int16Array => new Int16Array(512).fill(Math.round(32_767 * 10 ** (db / 20)));

/** Hears frames that are all voices, and tells which share of them was taken for the person's. */
const openRoom = () => {
  const voice = createForegroundVoice(async () => 1, FRAME_MS);
  return async (db: number, frames: number): Promise<number> => {
    let taken = 0;
    for (let at = 0; at < frames; at += 1) taken += await voice(soundOf(db));
    return taken / frames;
  };
};

describe("a voice", () => {
  it.each([-10, -35, -60])("is the person's where it is the first of the call: %d dB", async (db) => {
    expect(await openRoom()(db, SECOND)).toBe(1);
  });

  it("is the person's also where they speak more quietly, or turn away", async () => {
    const hear = openRoom();
    await hear(-20, 3 * SECOND);
    expect(await hear(-32, 3 * SECOND)).toBe(1);
    expect(await hear(-20, SECOND)).toBe(1);
    expect(await hear(-38, SECOND)).toBe(1);
  });

  it("is in the background where it is thirty decibels quieter than the person has been, as long as an agent's answer lasts", async () => {
    const hear = openRoom();
    await hear(-20, 3 * SECOND);
    // The last of the person's frames are heard in the first.
    await hear(-50, 5);
    expect(await hear(-50, 9 * SECOND)).toBe(0);
    expect(await hear(-20, SECOND)).toBe(1);
    await hear(-50, 5);
    expect(await hear(-50, 9 * SECOND)).toBe(0);
  });

  it("is the person's again after some seconds of it, because they may have put the telephone down", async () => {
    const hear = openRoom();
    await hear(-20, 3 * SECOND);
    await hear(-45, 6 * SECOND);
    expect(await hear(-45, SECOND)).toBe(1);
  });

  it("in the background is not suspected to be the person's either, where it is no clear voice", async () => {
    let likelihood = 1;
    const voice = createForegroundVoice(async () => likelihood, FRAME_MS);
    for (let at = 0; at < SECOND; at += 1) await voice(soundOf(-20));
    likelihood = 0.4;
    expect(await voice(soundOf(-30))).toBe(0.4);
    for (let at = 0; at < 5; at += 1) await voice(soundOf(-50));
    expect(await voice(soundOf(-50))).toBe(0);
    expect(await voice(soundOf(-30))).toBe(0.4);
  });

  it("is heard after a bang", async () => {
    const hear = openRoom();
    await hear(-40, SECOND);
    await hear(0, 1);
    expect(await hear(-40, SECOND)).toBe(1);
  });
});

it("a sound that is no voice stays none at any loudness, and silence has no loudness of its own", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ db: fc.integer({ min: -90, max: 0 }), likelihood: fc.double({ min: 0, max: 1, noNaN: true }) }),
      ),
      async (frames) => {
        let likelihood = 0;
        let hasSpoken = false;
        const voice = createForegroundVoice(async () => likelihood, FRAME_MS);
        for (const frame of frames) {
          likelihood = frame.likelihood;
          const heard = await voice(frame.db < -80 ? new Int16Array(512) : soundOf(frame.db));
          expect([0, likelihood]).toContain(heard);
          // Without a voice that was louder nothing is in the background.
          if (!hasSpoken) expect(heard).toBe(likelihood);
          hasSpoken ||= likelihood >= 0.5;
        }
      },
    ),
  );
});
