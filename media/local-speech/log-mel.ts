import { SAMPLE_RATE } from "../hearing/voice-activity.ts";

/** The picture of sound that Whisper's family of models reads: 8 seconds at 16 kHz in 800 frames of 80 bands. */
export const MEL_BANDS = 80;
export const MEL_FRAMES = 800;

const WINDOW = 400;
const HOP = 160;
const SAMPLES = MEL_FRAMES * HOP;
const BINS = WINDOW / 2 + 1;
const LEAST_POWER = 1e-10;

/** Slaney's scale: straight below a kilohertz, logarithmic above. */
const LINEAR_MEL = 15;
const LOG_STEP = Math.log(6.4) / 27;
const toMel = (hertz: number): number =>
  hertz < 1000 ? (3 * hertz) / 200 : LINEAR_MEL + Math.log(hertz / 1000) / LOG_STEP;
const toHertz = (mel: number): number =>
  mel < LINEAR_MEL ? (200 * mel) / 3 : 1000 * Math.exp(LOG_STEP * (mel - LINEAR_MEL));

interface Band {
  first: number;
  weights: number[];
}

const buildBands = (): Band[] => {
  const highest = toMel(SAMPLE_RATE / 2);
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, at) => toHertz((highest * at) / (MEL_BANDS + 1)));
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const all = Array.from({ length: BINS }, (_bin, bin) => {
      const hertz = (bin * SAMPLE_RATE) / 2 / (BINS - 1);
      const slope = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (Math.max(0, slope) * 2) / (high - low);
    });
    const first = all.findIndex((weight) => weight > 0);
    return { first, weights: all.slice(first, all.findLastIndex((weight) => weight > 0) + 1) };
  });
};

const BANDS = buildBands();
const HANN = Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW));

/** 400 points are 16 interleaved rows of 25: each row is transformed by its definition, and the rows are put together. */
const ROWS = 16;
const ROW = WINDOW / ROWS;
const COS = Float64Array.from({ length: WINDOW }, (_, at) => Math.cos((2 * Math.PI * at) / WINDOW));
const SIN = Float64Array.from({ length: WINDOW }, (_, at) => -Math.sin((2 * Math.PI * at) / WINDOW));

const transformRow = (frame: Float64Array, row: number, into: { re: Float64Array; im: Float64Array }): void => {
  for (let bin = 0; bin < ROW; bin += 1) {
    let re = 0;
    let im = 0;
    for (let at = 0; at < ROW; at += 1) {
      const turn = (bin * at * ROWS) % WINDOW;
      const value = frame[at * ROWS + row] ?? 0;
      re += value * (COS[turn] ?? 0);
      im += value * (SIN[turn] ?? 0);
    }
    into.re[row * ROW + bin] = re;
    into.im[row * ROW + bin] = im;
  }
};

const ROWS_OF_FRAME = { re: new Float64Array(WINDOW), im: new Float64Array(WINDOW) };

/** Returns the power of each frequency of a frame. */
export const measurePowers = (frame: Float64Array): Float64Array => {
  for (let row = 0; row < ROWS; row += 1) transformRow(frame, row, ROWS_OF_FRAME);
  const powers = new Float64Array(BINS);
  for (let bin = 0; bin < BINS; bin += 1) {
    let re = 0;
    let im = 0;
    for (let row = 0; row < ROWS; row += 1) {
      const turn = (bin * row) % WINDOW;
      const [cos = 0, sin = 0] = [COS[turn], SIN[turn]];
      const [rowRe = 0, rowIm = 0] = [
        ROWS_OF_FRAME.re[row * ROW + (bin % ROW)],
        ROWS_OF_FRAME.im[row * ROW + (bin % ROW)],
      ];
      re += rowRe * cos - rowIm * sin;
      im += rowRe * sin + rowIm * cos;
    }
    powers[bin] = re * re + im * im;
  }
  return powers;
};

/** Computes the picture of the last eight seconds; silence stands before shorter speech. */
export const computeLogMel = (speech: Float32Array): Float32Array => {
  const samples = normalize(lastSeconds(speech));
  const picture = new Float32Array(MEL_BANDS * MEL_FRAMES);
  const frame = new Float64Array(WINDOW);
  let highest = -Infinity;
  for (let at = 0; at < MEL_FRAMES; at += 1) {
    const begin = at * HOP - WINDOW / 2;
    for (let index = 0; index < WINDOW; index += 1)
      frame[index] = mirrored(samples, begin + index) * (HANN[index] ?? 0);
    const powers = measurePowers(frame);
    for (const [band, { first, weights }] of BANDS.entries()) {
      let power = 0;
      for (let index = 0; index < weights.length; index += 1)
        power += (weights[index] ?? 0) * (powers[first + index] ?? 0);
      const loudness = Math.log10(Math.max(power, LEAST_POWER));
      picture[band * MEL_FRAMES + at] = loudness;
      highest = Math.max(highest, loudness);
    }
  }
  return picture.map((loudness) => (Math.max(loudness, highest - 8) + 4) / 4);
};

const lastSeconds = (speech: Float32Array): Float32Array => {
  const samples = new Float32Array(SAMPLES);
  const kept = speech.subarray(Math.max(0, speech.length - SAMPLES));
  samples.set(kept, SAMPLES - kept.length);
  return samples;
};

const normalize = (samples: Float32Array): Float32Array => {
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  const variance = samples.reduce((sum, each) => sum + (each - mean) ** 2, 0) / samples.length;
  const scale = Math.sqrt(variance + 1e-7);
  return samples.map((each) => (each - mean) / scale);
};

/** The sound goes on beyond its ends as in a mirror. */
const mirrored = (samples: Float32Array, at: number): number => {
  const inside = at < 0 ? -at : at >= samples.length ? 2 * samples.length - 2 - at : at;
  return samples[inside] ?? 0;
};
