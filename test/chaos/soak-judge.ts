/** The counts at one moment, by name. */
export interface SoakSample {
  atMs: number;
  /** Acts of the traffic since its start. */
  acts: number;
  values: Readonly<Record<string, number>>;
}

/**
 * `level`: is as high after hours as after minutes, such as the memory of a process. `per act`: grows with what is done, and
 * each act costs as much at the end as at the beginning, such as the rows of a table.
 */
export type SoakKind = "level" | "per act";

export interface SoakMeasure {
  name: string;
  kind: SoakKind;
  /** Growth below this is noise, however small the value. */
  noise: number;
}

export interface SoakCurve extends SoakMeasure {
  /** The values at the end of the warm-up, in the middle and at the end. */
  first: number;
  middle: number;
  last: number;
  /**
   * For a level: the increase of its trend from the end of the warm-up to the end. Per act: late cost of an act ÷ early
   * cost.
   */
  growth: number;
  isFlat: boolean;
}

/** The share of the time in which caches fill, code is compiled, and pools are opened. */
const WARM_UP_SHARE = 0.3;
/** The increase that a trend may add to a level, as a share of it. */
const ALLOWED_SHARE = 0.15;
const ALLOWED_RATIO = 1.3;
export const FEWEST_SAMPLES = 8;

/** @throws when there are too few samples after the warm-up to say anything. */
export const judgeSoak = (samples: readonly SoakSample[], measures: readonly SoakMeasure[]): SoakCurve[] => {
  const [start, end] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0];
  const warm = samples.filter(({ atMs }) => atMs >= start + (end - start) * WARM_UP_SHARE);
  if (warm.length < FEWEST_SAMPLES)
    throw new Error(`${warm.length} samples after the warm-up are too few to judge: ask for more hours`);
  return measures.map((measure) => (measure.kind === "level" ? judgeLevel(warm, measure) : judgeCost(warm, measure)));
};

const valuesOf = (samples: readonly SoakSample[], { name }: SoakMeasure): number[] =>
  samples.map(({ values }) => values[name] ?? 0);

const judgeLevel = (samples: readonly SoakSample[], measure: SoakMeasure): SoakCurve => {
  const values = valuesOf(samples, measure);
  const times = samples.map(({ atMs }) => atMs);
  const growth = trend(times, values) * ((times.at(-1) ?? 0) - (times[0] ?? 0));
  const isFlat = growth <= Math.max(measure.noise, median(values) * ALLOWED_SHARE);
  return { ...measure, ...endsOf(values), growth, isFlat };
};

const judgeCost = (samples: readonly SoakSample[], measure: SoakMeasure): SoakCurve => {
  const values = valuesOf(samples, measure);
  const half = Math.floor(samples.length / 2);
  const early = cost(samples.slice(0, half + 1), measure);
  const late = cost(samples.slice(half), measure);
  const growth = early > 0 ? late / early : late > 0 ? Number.POSITIVE_INFINITY : 1;
  const added = (values.at(-1) ?? 0) - (values[half] ?? 0);
  return { ...measure, ...endsOf(values), growth, isFlat: growth <= ALLOWED_RATIO || added <= measure.noise };
};

const cost = (samples: readonly SoakSample[], measure: SoakMeasure): number => {
  const values = valuesOf(samples, measure);
  const acts = (samples.at(-1)?.acts ?? 0) - (samples[0]?.acts ?? 0);
  return acts > 0 ? ((values.at(-1) ?? 0) - (values[0] ?? 0)) / acts : 0;
};

const endsOf = (values: readonly number[]) => ({
  first: values[0] ?? 0,
  middle: values[Math.floor(values.length / 2)] ?? 0,
  last: values.at(-1) ?? 0,
});

/** The median of the slopes between all pairs: one collection of garbage in the middle does not bend it. */
const trend = (times: readonly number[], values: readonly number[]): number => {
  const slopes: number[] = [];
  for (const [one, time] of times.entries())
    for (let other = one + 1; other < times.length; other += 1)
      slopes.push(((values[other] ?? 0) - (values[one] ?? 0)) / Math.max(1, (times[other] ?? 0) - time));
  return median(slopes);
};

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};
