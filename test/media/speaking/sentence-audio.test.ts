import { describe, expect, it } from "@jest/globals";
import { createSentenceAudio } from "../../../media/speaking/sentence-audio.ts";

const RATE = 1000;
const PART_MS = 20;
const PARTS = 500;

let lengthsRead = 0;
/** Samples that count how often somebody asks how many they are; their slices do as well. */
class CountedSamples extends Int16Array {
  override get length(): number {
    lengthsRead += 1;
    return super.length;
  }
}

const readAll = async (source: AsyncIterable<Int16Array>) => {
  const sound = createSentenceAudio(source, RATE);
  const parts: Int16Array[] = [];
  let at = 0;
  for (let part = await sound.partAt(at); part; part = await sound.partAt(at)) {
    parts.push(part);
    at += part.length;
  }
  return { sound, parts };
};

describe("the sound of a sentence", () => {
  it("finds a place in a long recording without counting its samples again for each of them", async () => {
    const { sound, parts } = await readAll(
      (async function* () {
        for (let at = 0; at < PARTS; at += 1) yield new CountedSamples(PART_MS);
      })(),
    );
    expect(parts).toHaveLength(PARTS);
    lengthsRead = 0;
    expect(sound.findSampleAt((PARTS - 1) * PART_MS)).toBe((PARTS - 1) * PART_MS);
    expect(await sound.partAt((PARTS - 1) * PART_MS)).not.toBeNull();
    expect(lengthsRead).toBeLessThanOrEqual(PARTS);
  });

  it("is cut into short parts from any place on, back and forth, where it comes in pieces of any length", async () => {
    const samples = Int16Array.from({ length: 80 }, (_, at) => at);
    const { sound, parts } = await readAll(
      (async function* () {
        yield samples.slice(0, 50);
        yield new Int16Array(0);
        yield samples.slice(50);
      })(),
    );
    expect(parts.map(({ length }) => length)).toEqual([20, 20, 10, 20, 10]);
    expect(parts.flatMap((part) => [...part])).toEqual([...samples]);
    const firstOf = async (at: number) => (await sound.partAt(at))?.[0];
    expect([await firstOf(79), await firstOf(7), await firstOf(50), await firstOf(49), await firstOf(80)]).toEqual([
      ...[79, 7, 50, 49],
      undefined,
    ]);
    expect([0, 7, 80, 99].map(sound.countMsBefore)).toEqual([0, 7, 80, 80]);
    expect([0, 7, 79, 80, 99].map(sound.findSampleAt)).toEqual([0, 7, 79, 80, 80]);
    sound.release();
    expect([sound.wholeMs(), sound.countMsBefore(80), await sound.partAt(0)]).toEqual([80, 80, null]);
  });

  it("tells a failure to everybody who asks for what could not be made", async () => {
    const sound = createSentenceAudio(
      (async function* () {
        yield new Int16Array(PART_MS);
        throw new Error("no voice");
      })(),
      RATE,
    );
    expect(await sound.partAt(0)).toHaveLength(PART_MS);
    expect([sound.wholeMs(), sound.hasFailed()]).toEqual([null, false]);
    await expect(sound.partAt(PART_MS)).rejects.toThrow("no voice");
    await expect(sound.partAt(PART_MS)).rejects.toThrow("no voice");
    expect(await sound.partAt(0)).toHaveLength(PART_MS);
    expect([sound.wholeMs(), sound.hasFailed()]).toEqual([PART_MS, true]);
  });
});
