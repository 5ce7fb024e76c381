import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createSpeechDetector, type SpeechEvent } from "../../../media/hearing/speech-detector.ts";

const FRAME_MS = 32;
const LOUD = 0.9;
const QUIET = 0.05;
/** No voice yet. */
const UNCLEAR = 0.4;
/** Returns a frame of one sample, by which it is known again. */
const frame = (number: number) => Int16Array.of(number);

/** Returns the change of each frame; frames are numbered from 0. */
const takeAll = (likelihoods: readonly number[]): { at: number; event: SpeechEvent }[] => {
  const detector = createSpeechDetector({ frameMs: FRAME_MS });
  return likelihoods.flatMap((likelihood, at) => {
    const event = detector.take(frame(at), likelihood);
    return event === null ? [] : [{ at, event }];
  });
};
const isSuspicion = ({ event }: { event: SpeechEvent }) => event.kind === "maybe" || event.kind === "noise";
/** Returns where speech starts and ends. */
const take = (likelihoods: readonly number[]) =>
  takeAll(likelihoods).filter(({ event }) => event.kind === "started" || event.kind === "ended");
/** Returns the number of each frame that may hold a voice, or shows that there is none. */
const suspect = (likelihoods: readonly number[]) =>
  takeAll(likelihoods)
    .filter(isSuspicion)
    .map(({ at, event }) => [at, event.kind]);
const times = (count: number, likelihood: number): number[] => Array.from({ length: count }, () => likelihood);

describe("the speech cut out of a microphone's sound", () => {
  it("is nothing of silence, and nothing of a click", () => {
    expect(take([...times(100, QUIET), LOUD, LOUD, ...times(100, QUIET)])).toEqual([]);
  });

  it("begins before the first word and ends after the pause that follows the last", () => {
    const [started, ended, ...more] = take([...times(50, QUIET), ...times(20, LOUD), ...times(40, QUIET)]);
    expect(more).toEqual([]);
    const numbers = Array.from({ length: 13 + 3 }, (_, step) => 50 - 13 + step);
    expect(started).toEqual({ at: 52, event: { kind: "started", samples: Int16Array.from(numbers) } });
    if (ended?.event.kind !== "ended") throw new Error("it did not end");
    // 550 ms of silence are 18 frames; the 400 ms before the first loud one are 13.
    expect(ended.at).toBe(50 + 20 + 18 - 1);
    expect([ended.event.samples[0], ended.event.samples.at(-1)]).toEqual([50 - 13, ended.at]);
  });

  it("bridges pauses within a sentence, and is cut after a minute", () => {
    const pausing = [...times(10, LOUD), ...times(15, QUIET), ...times(10, LOUD), ...times(30, QUIET)];
    expect(take(pausing).map(({ event }) => event.kind)).toEqual(["started", "ended"]);
    expect(take(times(2000, LOUD)).map(({ event }) => event.kind)).toEqual(["started", "ended", "started"]);
  });

  it("ends with its sound, with all that had come, and what comes next begins anew", () => {
    const detector = createSpeechDetector({ frameMs: FRAME_MS });
    const hear = (numbers: readonly number[]) => numbers.map((number) => detector.take(frame(number), LOUD));
    hear([1, 2, 3, 4, 5]);
    expect(detector.finish()).toEqual({
      kind: "ended",
      samples: Int16Array.of(1, 2, 3, 4, 5),
      quietMs: 0,
      isPaused: false,
    });
    expect(detector.finish()).toBeNull();
    hear([6, 7]);
    expect(detector.finish()).toEqual({ kind: "noise" });
    expect(hear([8, 9, 10])).toEqual([null, null, { kind: "started", samples: Int16Array.of(8, 9, 10) }]);
  });

  it("ends after a whole pause behind sound that is missing, whatever silence was before it", () => {
    const detector = createSpeechDetector({ frameMs: FRAME_MS });
    const hear = (count: number, likelihood: number) =>
      times(count, likelihood).map((each) => detector.take(frame(1), each)?.kind ?? null);
    hear(10, LOUD);
    hear(17, QUIET);
    detector.skip();
    // 250 ms are 8 frames.
    expect(hear(18, QUIET)).toEqual([...Array(7).fill(null), "paused", ...Array(9).fill(null), "ended"]);
  });

  it("is not cut where sound is missing, wherever and however often that is, as long as its own pauses are short", () => {
    const part = fc.record({ loud: fc.integer({ min: 3, max: 20 }), quiet: fc.integer({ min: 1, max: 17 }) });
    // Of words, what is between two pauses, or any stretch.
    const gap = fc.record({
      ofPart: fc.nat(11),
      from: fc.constantFrom(0, 0, 2),
      frames: fc.constantFrom(null, null, 5, 60),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.array(gap, { maxLength: 6 }), (parts, gaps) => {
        const sentence = parts.flatMap(({ loud, quiet }) => [...times(loud, LOUD), ...times(quiet, QUIET)]);
        const lastLoud = sentence.lastIndexOf(LOUD);
        const startOf = (index: number) =>
          parts.slice(0, index).reduce((sum, { loud, quiet }) => sum + loud + quiet, 0);
        const missing = new Set(
          gaps.flatMap(({ ofPart, from, frames }) => {
            const { loud = 0 } = parts[ofPart] ?? {};
            return Array.from({ length: frames ?? loud }, (_, step) => startOf(ofPart) + from + step);
          }),
        );
        const isMissing = (number: number) => number < lastLoud && missing.has(number);
        const detector = createSpeechDetector({ frameMs: FRAME_MS });
        const endedAt: number[] = [];
        for (const [number, likelihood] of [...sentence, ...times(60, QUIET)].entries()) {
          if (isMissing(number)) continue;
          if (isMissing(number - 1)) detector.skip();
          if (detector.take(frame(number), likelihood)?.kind === "ended") endedAt.push(number);
        }
        expect(endedAt.length).toBeLessThanOrEqual(1);
        for (const at of endedAt) expect(at).toBeGreaterThan(lastLoud);
      }),
    );
  });

  it("may end in each pause of a quarter of a second, and ends paused unless something was said since", () => {
    const kinds = (likelihoods: readonly number[]) => takeAll(likelihoods).map(({ at, event }) => [at, event.kind]);
    const [first, second] = [times(7, QUIET), times(8, QUIET)];
    expect(kinds([...times(5, LOUD), ...first, LOUD, ...second, LOUD, ...times(18, QUIET)])).toEqual([
      [0, "maybe"],
      [2, "started"],
      [20, "paused"],
      [29, "paused"],
      [39, "ended"],
    ]);
    const detector = createSpeechDetector({ frameMs: FRAME_MS });
    const hear = (likelihoods: readonly number[]) =>
      likelihoods.map((likelihood, at) => detector.take(frame(at), likelihood)).at(-1);
    expect(hear([...times(5, LOUD), ...second])).toEqual({
      kind: "paused",
      samples: Int16Array.from({ length: 13 }, (_, at) => at),
    });
    expect(detector.finish()).toMatchObject({ kind: "ended", isPaused: true });
    hear([...times(5, LOUD), ...second, LOUD]);
    expect(detector.finish()).toMatchObject({ kind: "ended", isPaused: false });
    hear([...times(5, LOUD), ...second]);
    detector.skip();
    expect(detector.finish()).toMatchObject({ kind: "ended", isPaused: false });
  });

  it("may have begun with the first loud frame, and has not where the next is quiet before it has", () => {
    expect(takeAll([QUIET, LOUD, LOUD, LOUD]).map(({ at, event }) => [at, event.kind])).toEqual([
      [1, "maybe"],
      [3, "started"],
    ]);
    expect(suspect([QUIET, LOUD, QUIET, QUIET])).toEqual([
      [1, "maybe"],
      [2, "noise"],
    ]);
    expect(suspect([LOUD, LOUD, QUIET])).toEqual([
      [0, "maybe"],
      [2, "noise"],
    ]);
  });

  it("may have begun with a first sound that is no clear voice yet, and has not where none follows in time", () => {
    expect(takeAll([QUIET, UNCLEAR, LOUD, LOUD, LOUD]).map(({ at, event }) => [at, event.kind])).toEqual([
      [1, "maybe"],
      [4, "started"],
    ]);
    expect(suspect([...times(20, UNCLEAR), ...times(20, UNCLEAR)])).toEqual([
      [0, "maybe"],
      [4, "noise"],
      [32, "maybe"],
      [36, "noise"],
    ]);
  });

  it("may have begun once a second at most where a noise comes and goes, and at once after speech", () => {
    const flicker = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? LOUD : QUIET));
    // A second is 32 frames, begun ones counted.
    expect(suspect(flicker).filter(([, kind]) => kind === "maybe")).toEqual([0, 32, 64, 96].map((at) => [at, "maybe"]));
    const spoken = [LOUD, QUIET, ...times(3, LOUD), ...times(18, QUIET), LOUD];
    expect(takeAll(spoken).map(({ at, event }) => [at, event.kind])).toEqual([
      [0, "maybe"],
      [1, "noise"],
      [4, "started"],
      [12, "paused"],
      [22, "ended"],
      [23, "maybe"],
    ]);
  });

  it("was a noise where its sound ends before it has begun", () => {
    const detector = createSpeechDetector({ frameMs: FRAME_MS });
    expect(detector.take(frame(1), LOUD)).toEqual({ kind: "maybe" });
    expect([detector.finish(), detector.finish()]).toEqual([{ kind: "noise" }, null]);
  });

  it("has started, or was a noise, after each frame that may hold a voice", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(QUIET, UNCLEAR, LOUD), fc.nat(40)), { maxLength: 30 }), (parts) => {
        let mayBe = false;
        for (const { event } of takeAll(parts.flatMap(([likelihood, count]) => times(count, likelihood)))) {
          if (event.kind === "maybe") expect(mayBe).toBe(false);
          if (event.kind === "noise") expect(mayBe).toBe(true);
          mayBe = event.kind === "maybe";
        }
      }),
    );
  });

  it("starts and ends in turn, and loses no frame between the two", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(QUIET, UNCLEAR, LOUD), fc.nat(40)), { maxLength: 30 }), (parts) => {
        const events = take(parts.flatMap(([likelihood, count]) => times(count, likelihood)));
        events.forEach(({ at, event }, index) => {
          expect(event.kind).toBe(index % 2 === 0 ? "started" : "ended");
          if (event.kind !== "ended") return;
          const startedAt = events[index - 1]?.at ?? Number.NaN;
          const begun = events[index - 1]?.event;
          if (begun?.kind === "started") expect(event.samples.slice(0, begun.samples.length)).toEqual(begun.samples);
          const first = event.samples[0] ?? Number.NaN;
          expect(first).toBeLessThanOrEqual(startedAt);
          expect([...event.samples]).toEqual(Array.from({ length: at - first + 1 }, (_, step) => first + step));
        });
      }),
    );
  });
});
