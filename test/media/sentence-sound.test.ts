import { describe, expect, it } from "@jest/globals";
import { createSentenceSound } from "../../media/sentence-sound.ts";

const RATE = 1000;
const FRAME_MS = 20;
const FRAMES = 500;

let lengthsRead = 0;
/** Samples that count how often somebody asks how many they are; their slices do as well. */
class CountedSamples extends Int16Array {
  override get length(): number {
    lengthsRead += 1;
    return super.length;
  }
}

const readAll = async (source: AsyncIterable<Int16Array>) => {
  const sound = createSentenceSound(source, RATE);
  let frames = 0;
  while (await sound.frameAt(frames)) frames += 1;
  return { sound, frames };
};

describe("the sound of a sentence", () => {
  it("finds a place in a long recording without counting its frames again for each of them", async () => {
    const { sound, frames } = await readAll(
      (async function* () {
        yield new CountedSamples(FRAMES * FRAME_MS);
      })(),
    );
    expect(frames).toBe(FRAMES);
    lengthsRead = 0;
    expect(sound.findFrameAt((FRAMES - 1) * FRAME_MS)).toBe(FRAMES - 1);
    expect(lengthsRead).toBeLessThanOrEqual(FRAMES);
  });

  it("knows where its frames are, among them shorter ones", async () => {
    const { sound, frames } = await readAll(
      (async function* () {
        yield new Int16Array(50);
        yield new Int16Array(30);
      })(),
    );
    expect(frames).toBe(5);
    expect([0, 1, 3, 4, 5, 9].map(sound.countMsBefore)).toEqual([0, 20, 50, 70, 80, 80]);
    expect([0, 19, 20, 49, 50, 79, 80].map(sound.findFrameAt)).toEqual([0, 0, 1, 2, 3, 4, 5]);
    sound.release();
    expect([sound.wholeMs(), sound.countMsBefore(5), await sound.frameAt(0)]).toEqual([80, 80, null]);
  });

  it("tells a failure to everybody who asks for what could not be made", async () => {
    const sound = createSentenceSound(
      (async function* () {
        yield new Int16Array(FRAME_MS);
        throw new Error("no voice");
      })(),
      RATE,
    );
    expect(await sound.frameAt(0)).toHaveLength(FRAME_MS);
    expect([sound.wholeMs(), sound.hasFailed()]).toEqual([null, false]);
    await expect(sound.frameAt(1)).rejects.toThrow("no voice");
    await expect(sound.frameAt(1)).rejects.toThrow("no voice");
    expect(await sound.frameAt(0)).toHaveLength(FRAME_MS);
    expect([sound.wholeMs(), sound.hasFailed()]).toEqual([FRAME_MS, true]);
  });
});
