import type { WavSound } from "./wav.ts";

/** How loud a recording is, stretch by stretch. */
export interface RecordingPeaks {
  lengthMs: number;
  /** For each channel, the greatest loudness of each stretch: 0 (silence) to 100 (as loud as the format can say). */
  channels: number[][];
}

/** Takes frames as they come, in pieces of any size. */
export interface PeakMeter {
  add(bytes: Buffer): void;
  peaks(): RecordingPeaks;
}

/** A picture of a recording has at most so many bars. */
const STRETCHES = 400;
/** The person and the agent; a file that says otherwise would have a picture of any size. */
const MOST_CHANNELS = 2;
const PCM = 1;
const A_LAW = 6;
const MU_LAW = 7;
const EXTENDED = 0xfffe;
/** Where an extended format names the format that it extends. */
const EXTENDED_FORMAT_AT = 24;

type ReadSample = (bytes: Buffer, at: number) => number;

/** Measures the samples behind the head of a WAV file; null for samples that are not understood. */
export const createPeakMeter = (sound: WavSound): PeakMeter | null => {
  const { channels, bytesPerFrame, dataBytes, format } = sound;
  if (channels > MOST_CHANNELS) return null;
  const bytesPerSample = bytesPerFrame / channels;
  const read = readerOf(formatTagOf(format), bytesPerSample);
  const framesPerSecond = format.readUInt32LE(4);
  if (read === null || framesPerSecond === 0) return null;
  const frames = dataBytes / bytesPerFrame;
  const stretches = Math.min(STRETCHES, frames);
  const loudest = Array.from({ length: channels }, () => new Float64Array(stretches));
  let frame = 0;
  let rest: Buffer = Buffer.alloc(0);
  const measure = (bytes: Buffer, at: number) => {
    const stretch = Math.floor((frame * stretches) / frames);
    for (const [channel, peaks] of loudest.entries()) {
      const loudness = Math.abs(read(bytes, at + channel * bytesPerSample));
      if (loudness > (peaks[stretch] ?? 0)) peaks[stretch] = loudness;
    }
    frame += 1;
  };
  return {
    add: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let at = 0;
      for (; at + bytesPerFrame <= bytes.length && frame < frames; at += bytesPerFrame) measure(bytes, at);
      rest = frame < frames ? bytes.subarray(at) : Buffer.alloc(0);
    },
    peaks: () => ({
      lengthMs: Math.round((1000 * frames) / framesPerSecond),
      channels: loudest.map((peaks) => Array.from(peaks, (peak) => Math.min(100, Math.round(100 * peak)))),
    }),
  };
};

const formatTagOf = (format: Buffer): number => {
  const tag = format.readUInt16LE(0);
  return tag === EXTENDED && format.length >= EXTENDED_FORMAT_AT + 2 ? format.readUInt16LE(EXTENDED_FORMAT_AT) : tag;
};

/** Gives samples between -1 and 1. */
const readerOf = (formatTag: number, bytesPerSample: number): ReadSample | null => {
  if (formatTag === PCM && bytesPerSample === 1) return (bytes, at) => ((bytes[at] ?? 128) - 128) / 128;
  if (formatTag === PCM && bytesPerSample === 2) return (bytes, at) => bytes.readInt16LE(at) / 32_768;
  if (formatTag === PCM && bytesPerSample === 3) return (bytes, at) => bytes.readIntLE(at, 3) / 8_388_608;
  if (formatTag === MU_LAW && bytesPerSample === 1) return (bytes, at) => fromMuLaw(bytes[at] ?? 0xff);
  if (formatTag === A_LAW && bytesPerSample === 1) return (bytes, at) => fromALaw(bytes[at] ?? 0xd5);
  return null;
};

/** ITU-T G.711, the loudness alone. */
const fromMuLaw = (byte: number): number => {
  const value = ~byte & 0xff;
  return ((((value & 0x0f) << 3) + 0x84) * 2 ** ((value & 0x70) >> 4) - 0x84) / 32_768;
};

const fromALaw = (byte: number): number => {
  const value = byte ^ 0x55;
  const segment = (value & 0x70) >> 4;
  const low = ((value & 0x0f) << 4) + 8;
  return (segment === 0 ? low : (low + 0x100) * 2 ** (segment - 1)) / 32_768;
};
