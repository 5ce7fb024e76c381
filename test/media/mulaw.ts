const BIAS = 0x84;
const CLIP = 32_635;

/** Returns one sample as telephones send it (G.711). */
export const writeMulaw = (sample: number): number => {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = Math.max(Math.floor(Math.log2(magnitude)) - 7, 0);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
};

export const readMulaw = (byte: number): number => {
  const bits = ~byte & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const magnitude = (((bits & 0x0f) << 3) + BIAS) << exponent;
  return bits & 0x80 ? BIAS - magnitude : magnitude - BIAS;
};
