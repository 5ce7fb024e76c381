import { describe, expect, it } from "@jest/globals";
import { FEWEST_SAMPLES, judgeSoak, type SoakMeasure, type SoakSample } from "./soak-judge.ts";

const MINUTE_MS = 60_000;
const memory: SoakMeasure = { name: "worker memory, MB", kind: "level", noise: 8 };
const rows: SoakMeasure = { name: "rows of call_runs", kind: "per act", noise: 20 };

/** Makes one sample a minute; `at` gives the value of the minute, `actsAt` the acts that were done by then. */
const samples = (
  measure: SoakMeasure,
  at: (minute: number) => number | undefined,
  { minutes = 120, actsAt = (minute: number) => minute * 10, runAt = (_minute: number): number => 1 } = {},
): SoakSample[] =>
  Array.from({ length: minutes }, (_, minute) => {
    const value = at(minute);
    return {
      atMs: minute * MINUTE_MS,
      run: runAt(minute),
      acts: actsAt(minute),
      values: value === undefined ? {} : { [measure.name]: value },
    };
  });

const isFlat = (measure: SoakMeasure, at: (minute: number) => number | undefined) =>
  judgeSoak(samples(measure, at), [measure]).map((curve) => curve.isFlat);

describe("a level", () => {
  it.each<[string, (minute: number) => number | undefined]>([
    ["that stays", () => 400],
    ["that grows while it warms up", (minute) => Math.min(400, 200 + minute * 10)],
    ["that goes up and down", (minute) => 400 + (minute % 10) * 15],
    ["that falls", (minute) => 600 - minute],
    ["with one peak", (minute) => (minute === 100 ? 4000 : 400)],
    ["that is small and grows by a little", (minute) => 10 + minute / 60],
    ["that fills a cache for half of the time", (minute) => Math.min(400, 200 + minute * 4)],
    ["of a part that was down for a while", (minute) => (minute > 90 && minute < 100 ? undefined : 400)],
  ])("is flat: one %s", (_what, at) => {
    expect(isFlat(memory, at)).toEqual([true]);
  });

  it.each<[string, (minute: number) => number]>([
    ["by a megabyte a minute", (minute) => 300 + minute],
    ["in steps", (minute) => 300 + Math.floor(minute / 20) * 30],
    ["under a saw's teeth", (minute) => 300 + minute * 2 + (minute % 10) * 15],
    ["at last", (minute) => 300 + Math.max(0, minute - 50) * 3],
  ])("is not flat: one that grows %s", (_what, at) => {
    expect(isFlat(memory, at)).toEqual([false]);
  });
});

describe("a level that is still on its way to its bound after the warm-up", () => {
  /** The way to 400 that is left halves in so many minutes. */
  const settles = (halfLife: number) => (minute: number) => 400 - 390 * 0.5 ** (minute / halfLife);

  it("is flat when each third of the acts adds at most two thirds of what the one before it added, and little", () => {
    const [curve] = judgeSoak(samples(memory, settles(28)), [memory]);
    expect(curve?.growth).toBeGreaterThan(56);
    expect(curve?.isFlat).toBe(true);
  });

  it("is not flat when the rest of the way may be long", () => {
    expect(isFlat(memory, settles(60))).toEqual([false]);
  });

  it("is not flat when it leaks besides", () => {
    expect(isFlat(memory, (minute) => settles(28)(minute) + minute * 2)).toEqual([false]);
  });
});

it("no run is shorter than its warm-up of ten minutes: its levels say nothing", () => {
  const quick = (minutes: number) =>
    samples(memory, (minute) => 300 + minute * 20, { minutes: minutes * 10 }).map((sample) => ({
      ...sample,
      atMs: sample.atMs / 10,
    }));
  expect(() => judgeSoak(quick(10), [memory])).toThrow("too few samples after the warm-up");
  expect(judgeSoak(quick(30), [memory]).map((curve) => curve.isFlat)).toEqual([false]);
});

describe("figures that grow with the traffic", () => {
  it("is flat while an act costs as much as before", () => {
    expect(isFlat(rows, (minute) => minute * 50)).toEqual([true]);
    expect(isFlat(rows, () => 0)).toEqual([true]);
  });

  it("is not flat when an act costs more and more", () => {
    expect(isFlat(rows, (minute) => minute ** 2)).toEqual([false]);
    expect(isFlat(rows, (minute) => (minute < 85 ? 0 : (minute - 85) * 100))).toEqual([false]);
  });
});

describe("traffic whose pace changes", () => {
  const faster = (minute: number) => (minute < 90 ? minute : 90 + (minute - 90) * 10);

  it("makes no act dearer", () => {
    const curves = judgeSoak(
      samples(rows, (minute) => faster(minute) * 50, { actsAt: faster }),
      [rows],
    );
    expect(curves.map(({ growth, isFlat: flat }) => [growth, flat])).toEqual([[1, true]]);
  });

  it("hides no leak that each act adds to", () => {
    const leaking = (minute: number) => 300 + faster(minute);
    const [curve] = judgeSoak(samples(memory, leaking, { actsAt: faster }), [memory]);
    expect(curve).toMatchObject({ growth: faster(119) - faster(60), isFlat: false });
  });
});

describe("a soak in two runs", () => {
  const runAt = (minute: number) => (minute < 60 ? 1 : 2);
  const sinceStart = (minute: number) => minute % 60;
  const judged = (measure: SoakMeasure, at: (minute: number) => number) =>
    judgeSoak(samples(measure, at, { runAt }), [measure]).map((curve) => curve.isFlat);

  it("starts its processes anew, so that a level warms up and is judged in each run", () => {
    expect(judged(memory, (minute) => Math.min(400, 200 + sinceStart(minute) * 10))).toEqual([true]);
    expect(judged(memory, (minute) => 300 + sinceStart(minute) * 2)).toEqual([false]);
    // More from run to run is no leak of a process.
    expect(judged(memory, (minute) => 300 + runAt(minute) * 50)).toEqual([true]);
  });

  it("keeps its data, so that what an act costs is judged over both", () => {
    expect(judged(rows, (minute) => minute * 50)).toEqual([true]);
    expect(judged(rows, (minute) => minute ** 2)).toEqual([false]);
  });
});

it("judges nothing by too few samples, nor when nothing was done", () => {
  const few = samples(memory, () => 1, { minutes: FEWEST_SAMPLES });
  expect(() => judgeSoak(few, [memory])).toThrow("too few");
  const idle = samples(memory, () => 1, { actsAt: () => 7 });
  expect(() => judgeSoak(idle, [memory])).toThrow("nothing was done");
});
