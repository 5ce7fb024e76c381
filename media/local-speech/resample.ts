/** Half the length of the filter, in samples of the slower rate. */
const HALF = 12;

/** Converts sound to another rate by a windowed sinc, so that no tone above the slower rate's half turns into another one. */
export const resample = (samples: Float32Array, { from, to }: { from: number; to: number }): Float32Array => {
  if (from === to) return samples;
  const cutoff = Math.min(1, to / from);
  const reach = Math.ceil(HALF / cutoff);
  const made = new Float32Array(Math.floor((samples.length * to) / from));
  for (let index = 0; index < made.length; index += 1) {
    const middle = (index * from) / to;
    const first = Math.floor(middle) - reach + 1;
    let sum = 0;
    for (let at = Math.max(first, 0); at < Math.min(first + 2 * reach, samples.length); at += 1) {
      const away = (middle - at) * cutoff;
      sum += (samples[at] ?? 0) * windowedSinc(away) * cutoff;
    }
    made[index] = sum;
  }
  return made;
};

const windowedSinc = (away: number): number => {
  if (Math.abs(away) >= HALF) return 0;
  if (away === 0) return 1;
  const turn = Math.PI * away;
  return (Math.sin(turn) / turn) * (0.5 + 0.5 * Math.cos(turn / HALF));
};

export const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (each) => each / 32_768);

export const toIntegers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (each) => Math.max(-32_768, Math.min(32_767, Math.round(each * 32_767))));
