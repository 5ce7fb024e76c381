import { buildPcmHeader } from "../../domain/recording/wav.ts";

/** Reads 16-bit samples; a chunk may end in the middle of one. */
export async function* readSamples(body: AsyncIterable<Uint8Array>): AsyncIterable<Int16Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    const count = Math.floor(bytes.length / 2);
    const samples = new Int16Array(count);
    for (let at = 0; at < count; at += 1) samples[at] = bytes.readInt16LE(2 * at);
    rest = bytes.subarray(2 * count);
    if (count > 0) yield samples;
  }
}

export const buildWav = (samples: Int16Array, sampleRate: number): Buffer<ArrayBuffer> => {
  const sound = Buffer.alloc(samples.length * 2);
  for (const [at, sample] of samples.entries()) sound.writeInt16LE(sample, 2 * at);
  return Buffer.concat([buildPcmHeader({ channels: 1, sampleRate, frames: samples.length }), sound]);
};
