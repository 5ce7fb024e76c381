/** A past campaign is simulated so often with other settings, each time with other draws. */
export const SEEDS = 30;
/** A forecast is simulated so often: whoever asks for it waits. */
export const FORECAST_SEEDS = 12;
/** The spread that is told is so many standard deviations of the seeds to both sides. */
const DEVIATIONS = 3;
/** What habits by hour, attempt and zone do not tell: this part of a figure, where anything was drawn. */
const UNTOLD_SHARE = 0.02;

export interface Interval {
  low: number;
  high: number;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns between which values a figure lies, by those of all seeds. `origin`: from where the figure is counted; of an end it is the start. */
export const spreadOf = (values: readonly number[], origin = 0): Interval => {
  const middle = mean(values);
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  const untold = deviation === 0 ? 0 : UNTOLD_SHARE * Math.abs(middle - origin);
  const reach = DEVIATIONS * deviation + untold;
  return { low: middle - reach, high: middle + reach };
};
