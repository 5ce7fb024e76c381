/** The counts at one moment, by name. Counts that could not be read then, such as the memory of a part that is down, are left out. */
export interface SoakSample {
  atMs: number;
  /** The run that took it, of several that went on with the same data. */
  run: number;
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
  /** The values at the end of the warm-up, in the middle of what follows, and at the end. */
  first: number;
  middle: number;
  last: number;
  /**
   * For a level: the increase of its trend over the acts from the end of the warm-up to the end. Per act: late cost of an
   * act ÷ early cost.
   */
  growth: number;
  /** For a level: by how much it is higher in the second third of that than in the first, and in the last than in the second. */
  steps?: { early: number; late: number };
  isFlat: boolean;
}

/**
 * The share of the time in which caches fill, code is compiled, and pools are opened: for a level of each run, which starts its processes
 * anew. No run warms up in less than the minutes: a connection of PostgreSQL has then used every table, and lives on.
 */
const WARM_UP_SHARE = 0.5;
const SHORTEST_WARM_UP_MS = 10 * 60_000;
/**
 * What still fills adds at most this share of what it added in as many acts before: the rest that may come is then at most so many times what
 * it added last.
 */
const SETTLING_SHARE = 2 / 3;
const REST_OF_SETTLING = SETTLING_SHARE / (1 - SETTLING_SHARE);
/** The increase that a trend may add to a level, as a share of it. */
const ALLOWED_SHARE = 0.15;
const ALLOWED_RATIO = 1.3;
export const FEWEST_SAMPLES = 8;

/** Returns why nothing can be said of these samples; undefined when they are enough. */
export const findSoakFault = (samples: readonly SoakSample[]): string | undefined => {
  const warm = warmSamplesOf(samples);
  if (warm.length < FEWEST_SAMPLES)
    return `too few samples after the warm-up, which takes half of a run and ${SHORTEST_WARM_UP_MS / 60_000} minutes at least (${warm.length} of ${FEWEST_SAMPLES}): ask for more hours`;
  if (actsOf(afterShare(samples)) === 0)
    return "nothing was done after the warm-up: what grows with the acts cannot be seen";
  return undefined;
};

/** @throws when the samples after the warm-up are too few to say anything, or nothing was done in that time. */
export const judgeSoak = (samples: readonly SoakSample[], measures: readonly SoakMeasure[]): SoakCurve[] => {
  const fault = findSoakFault(samples);
  if (fault !== undefined) throw new Error(fault);
  const warm = afterShare(samples);
  const warmRuns = warmSamplesOf(samples);
  return measures.flatMap((measure) => {
    const points = pointsOf(measure.kind === "level" ? warmRuns : warm, measure);
    if (points.length === 0) return [];
    return [measure.kind === "level" ? judgeLevel(points, measure) : judgeCost(points, measure)];
  });
};

const warmSamplesOf = (samples: readonly SoakSample[]): SoakSample[] =>
  [...Map.groupBy(samples, ({ run }) => run).values()].flatMap((run) => afterShare(run, SHORTEST_WARM_UP_MS));

const afterShare = (samples: readonly SoakSample[], atLeastMs = 0): SoakSample[] => {
  const [start, end] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0];
  return samples.filter(({ atMs }) => atMs >= start + Math.max((end - start) * WARM_UP_SHARE, atLeastMs));
};

/** A value, and the acts that were done by then. */
interface Point {
  run: number;
  acts: number;
  value: number;
}

const pointsOf = (samples: readonly SoakSample[], { name }: SoakMeasure): Point[] =>
  samples.flatMap(({ run, acts, values }) => {
    const value = values[name];
    return value === undefined ? [] : [{ run, acts, value }];
  });

/**
 * A level is flat when its trend adds little, or when it is about to be: the last third of the acts added at most two thirds of what the one
 * before it added, and the rest that may come is little. A leak adds as much in each.
 */
const judgeLevel = (points: readonly Point[], measure: SoakMeasure): SoakCurve => {
  const growth = trend(points) * actsOf(points);
  const allowed = Math.max(measure.noise, median(points.map(({ value }) => value)) * ALLOWED_SHARE);
  const steps = stepsOf(points);
  const isSettling = steps.late <= steps.early * SETTLING_SHARE && steps.late * REST_OF_SETTLING <= allowed;
  return { ...measure, ...endsOf(points), growth, steps, isFlat: growth <= allowed || isSettling };
};

/** From the first third of each run's acts to the second, and from that to the last: each third by its median, all runs together. */
const stepsOf = (points: readonly Point[]) => {
  const runs = [...Map.groupBy(points, ({ run }) => run).values()];
  const levelIn = (third: number) =>
    runs.reduce(
      (sum, ofRun) => sum + median(ofRun.filter((point) => thirdOf(point, ofRun) === third).map(({ value }) => value)),
      0,
    );
  const [first, second, last] = [levelIn(0), levelIn(1), levelIn(2)];
  return { early: second - first, late: last - second };
};

const thirdOf = ({ acts }: Point, ofRun: readonly Point[]): number =>
  Math.min(2, Math.floor(((acts - (ofRun[0]?.acts ?? 0)) * 3) / Math.max(1, actsOf(ofRun))));

const judgeCost = (points: readonly Point[], measure: SoakMeasure): SoakCurve => {
  const half = points.findIndex(({ acts }) => acts >= ((points[0]?.acts ?? 0) + (points.at(-1)?.acts ?? 0)) / 2);
  const early = cost(points.slice(0, half + 1));
  const late = cost(points.slice(half));
  const growth = early > 0 ? late / early : late > 0 ? Number.POSITIVE_INFINITY : 1;
  const added = (points.at(-1)?.value ?? 0) - (points[half]?.value ?? 0);
  return { ...measure, ...endsOf(points), growth, isFlat: growth <= ALLOWED_RATIO || added <= measure.noise };
};

const cost = (points: readonly Point[]): number => {
  const added = (points.at(-1)?.value ?? 0) - (points[0]?.value ?? 0);
  return actsOf(points) > 0 ? added / actsOf(points) : 0;
};

const actsOf = (points: readonly { acts: number }[]): number => (points.at(-1)?.acts ?? 0) - (points[0]?.acts ?? 0);

const endsOf = (points: readonly Point[]) => ({
  first: points[0]?.value ?? 0,
  middle: points[Math.floor(points.length / 2)]?.value ?? 0,
  last: points.at(-1)?.value ?? 0,
});

/** The median of the slopes between all pairs of a run: one collection of garbage in the middle does not bend it. */
const trend = (points: readonly Point[]): number => {
  const slopes = points.flatMap((one, at) =>
    points
      .slice(at + 1)
      .filter(({ run, acts }) => run === one.run && acts > one.acts)
      .map((other) => (other.value - one.value) / (other.acts - one.acts)),
  );
  return median(slopes);
};

const median = (numbers: readonly number[]): number => {
  if (numbers.length === 0) return 0;
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};
