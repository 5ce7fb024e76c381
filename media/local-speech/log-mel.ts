/*
 * The picture of sound that Smart Turn reads: Whisper's log-mel spectrogram, as pipecat computes it (BSD-2), of sound whose loudness is
 * evened out first.
 */
const WINDOW_SAMPLES = 400;
const HOP_SAMPLES = 160;
export const MEL_BANDS = 80;
const BINS = WINDOW_SAMPLES / 2 + 1;
const BIN_HZ = 40;
const HIGHEST_HZ = 8000;
const LEAST_POWER = 1e-10;
const LEAST_VARIANCE = 1e-7;

/** Returns the logarithms of the powers, `MEL_BANDS` rows of one number for each 10 ms. `sound`: 16 kHz. */
export const computeLogMel = (sound: Float32Array): Float32Array => {
  const evened = evenOut(sound);
  const frames = Math.floor(sound.length / HOP_SAMPLES);
  const picture = new Float32Array(MEL_BANDS * frames);
  // The frames of the silence before it are all alike.
  const quietUntil = evened.findIndex((sample) => sample !== evened[0]) - WINDOW_SAMPLES / 2;
  const alike = Math.max(Math.floor(quietUntil / HOP_SAMPLES), 0);
  for (let frame = alike; frame < frames; frame += 2) {
    const powers = measurePowers(evened, frame * HOP_SAMPLES - WINDOW_SAMPLES / 2);
    for (const [at, each] of powers.entries()) {
      if (frame + at >= frames) break;
      for (const [band, weights] of BANDS.entries()) picture[band * frames + frame + at] = toLog(weigh(weights, each));
    }
  }
  for (let band = 0; band < MEL_BANDS; band += 1)
    picture.fill(picture[band * frames + alike] ?? 0, band * frames, band * frames + alike);
  const loudest = picture.reduce((most, power) => Math.max(most, power), -Infinity);
  return picture.map((power) => (Math.max(power, loudest - 8) + 4) / 4);
};

const toLog = (power: number): number => Math.log10(Math.max(LEAST_POWER, power));

const evenOut = (sound: Float32Array): Float64Array => {
  let sum = 0;
  for (const sample of sound) sum += sample;
  const mean = sum / sound.length;
  let squares = 0;
  for (const sample of sound) squares += (sample - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / sound.length + LEAST_VARIANCE);
  const evened = new Float64Array(sound.length);
  for (let at = 0; at < sound.length; at += 1) evened[at] = ((sound[at] ?? 0) - mean) * scale;
  return evened;
};

/** A band's weights, from its first bin on. */
interface Band {
  first: number;
  weights: Float64Array;
}

const LINEAR_UNTIL_HZ = 1000;
const LINEAR_UNTIL_MEL = 15;
const MEL_HZ = 200 / 3;
const LOG_STEP = Math.log(6.4) / 27;
const toMel = (hertz: number): number =>
  hertz < LINEAR_UNTIL_HZ ? hertz / MEL_HZ : LINEAR_UNTIL_MEL + Math.log(hertz / LINEAR_UNTIL_HZ) / LOG_STEP;
const toHertz = (mel: number): number =>
  mel < LINEAR_UNTIL_MEL ? mel * MEL_HZ : LINEAR_UNTIL_HZ * Math.exp(LOG_STEP * (mel - LINEAR_UNTIL_MEL));

/** Slaney's triangles: each band rises from the middle of the one before and falls to that of the next, and all have the same area. */
const BANDS: readonly Band[] = Array.from({ length: MEL_BANDS }, (_, band) => {
  const edge = (step: number) => toHertz((toMel(HIGHEST_HZ) * (band + step)) / (MEL_BANDS + 1));
  const [low, middle, high] = [edge(0), edge(1), edge(2)];
  const first = Math.ceil(low / BIN_HZ);
  const weights = Float64Array.from({ length: Math.max(Math.floor(high / BIN_HZ) - first + 1, 0) }, (_each, at) => {
    const hertz = (first + at) * BIN_HZ;
    return (Math.max(0, Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle))) * 2) / (high - low);
  });
  return { first, weights };
});

const weigh = ({ first, weights }: Band, powers: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (powers[first + at] ?? 0);
  return sum;
};

const WINDOW = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, at) => (1 - Math.cos((2 * Math.PI * at) / WINDOW_SAMPLES)) / 2,
);

/**
 * Measures the power of each bin in two windows, the first of which begins at a sample; before and behind the sound it is mirrored. One
 * transform has both: the one as real numbers, the other as imaginary ones.
 */
const measurePowers = (sound: Float64Array, from: number): [Float64Array, Float64Array] => {
  const last = sound.length - 1;
  const sampleAt = (index: number): number => {
    const at = Math.abs(index);
    return sound[at > last ? 2 * last - at : at] ?? 0;
  };
  const [real, imaginary] = transform(
    WINDOW.map((weight, index) => weight * sampleAt(from + index)),
    WINDOW.map((weight, index) => weight * sampleAt(from + HOP_SAMPLES + index)),
  );
  const powers: [Float64Array, Float64Array] = [new Float64Array(BINS), new Float64Array(BINS)];
  for (let bin = 0; bin < BINS; bin += 1) {
    const mirrored = (WINDOW_SAMPLES - bin) % WINDOW_SAMPLES;
    const one = real[bin] ?? 0;
    const other = real[mirrored] ?? 0;
    const turned = imaginary[bin] ?? 0;
    const otherTurned = imaginary[mirrored] ?? 0;
    powers[0][bin] = ((one + other) ** 2 + (turned - otherTurned) ** 2) / 4;
    powers[1][bin] = ((turned + otherTurned) ** 2 + (other - one) ** 2) / 4;
  }
  return powers;
};

/** One step of the transform: parts of `small` bins become parts of `small * radix`. */
interface Step {
  small: number;
  radix: number;
  /** What each bin takes of each part, in the order in which it is used. */
  cosines: Float64Array;
  sines: Float64Array;
}

const createStep = (small: number, radix: number): Step => {
  const angles: number[] = [];
  for (let bin = 0; bin < small; bin += 1)
    for (let out = 0; out < radix; out += 1)
      for (let part = 0; part < radix; part += 1)
        angles.push((2 * Math.PI * part * (bin + out * small)) / (small * radix));
  return { small, radix, cosines: Float64Array.from(angles, Math.cos), sines: Float64Array.from(angles, Math.sin) };
};

const STEPS: readonly Step[] = [createStep(1, 5), createStep(5, 5), createStep(25, 4), createStep(100, 4)];

/** The order in which the steps take samples. */
const ORDER: readonly number[] = STEPS.toReversed()
  .reduce<number[][]>(
    (parts, { radix }) =>
      parts.flatMap((part) =>
        Array.from({ length: radix }, (_, rest) => part.filter((_each, at) => at % radix === rest)),
      ),
    [Array.from({ length: WINDOW_SAMPLES }, (_, at) => at)],
  )
  .flat();

const inOrder = (numbers: Float64Array): Float64Array => {
  const ordered = new Float64Array(WINDOW_SAMPLES);
  for (let at = 0; at < WINDOW_SAMPLES; at += 1) ordered[at] = numbers[ORDER[at] ?? 0] ?? 0;
  return ordered;
};

/** Fourier's transform of a window of complex numbers, by parts of 4 and 5. */
const transform = (real: Float64Array, imaginary: Float64Array): [Float64Array, Float64Array] => {
  let reals = inOrder(real);
  let imaginaries = inOrder(imaginary);
  for (const { small, radix, cosines, sines } of STEPS) {
    const nextReals = new Float64Array(WINDOW_SAMPLES);
    const nextImaginaries = new Float64Array(WINDOW_SAMPLES);
    for (let from = 0; from < WINDOW_SAMPLES; from += small * radix) {
      let turn = 0;
      for (let bin = 0; bin < small; bin += 1) {
        for (let out = 0; out < radix; out += 1) {
          let sumReal = 0;
          let sumImaginary = 0;
          for (let part = 0; part < radix; part += 1, turn += 1) {
            const at = from + part * small + bin;
            const cosine = cosines[turn] ?? 0;
            const sine = sines[turn] ?? 0;
            const one = reals[at] ?? 0;
            const other = imaginaries[at] ?? 0;
            sumReal += one * cosine + other * sine;
            sumImaginary += other * cosine - one * sine;
          }
          nextReals[from + out * small + bin] = sumReal;
          nextImaginaries[from + out * small + bin] = sumImaginary;
        }
      }
    }
    reals = nextReals;
    imaginaries = nextImaginaries;
  }
  return [reals, imaginaries];
};
