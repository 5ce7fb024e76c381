/** Reads 16-bit samples, the lower byte first; a byte that is left over is none. */
export const unpackSamples = (bytes: Buffer): Int16Array => {
  const samples = new Int16Array(Math.floor(bytes.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(2 * at);
  return samples;
};
