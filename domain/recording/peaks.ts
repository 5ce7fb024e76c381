import { readWavCoding, WAV_CODING, type WavSound } from "./wav.ts";

/** The loudness of a recording over time. */
export interface RecordingPeaks {
  lengthMs: number;
  /** For each channel the greatest loudness of each interval: 0 (silence) to 100 (the loudest value of the format). */
  channels: number[][];
}

/** Measures frames, in pieces of any size. */
export interface PeakMeter {
  add(bytes: Buffer): void;
  peaks(): RecordingPeaks;
}

/** The number of intervals; more bars would not fit into a picture. */
const STRETCHES = 400;
/** The channels of a recording with two: every carrier puts the person into the first one. */
export const SPEAKERS = ["person", "agent"] as const;
/** More channels would make the picture arbitrarily large. */
const MOST_CHANNELS = SPEAKERS.length;

type ReadSample = (bytes: Buffer, at: number) => number;

/** Creates a meter for the samples after the header of a WAV file; null for an unknown sample format. */
export const createPeakMeter = (sound: WavSound): PeakMeter | null => {
  const { channels, bytesPerFrame, dataBytes, format } = sound;
  if (channels > MOST_CHANNELS) return null;
  const bytesPerSample = bytesPerFrame / channels;
  const read = readerOf(readWavCoding(sound), bytesPerSample);
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

/** Returns a reader of samples between -1 and 1. */
const readerOf = (coding: number, bytesPerSample: number): ReadSample | null => {
  if (coding === WAV_CODING.pcm && bytesPerSample === 1) return (bytes, at) => ((bytes[at] ?? 128) - 128) / 128;
  if (coding === WAV_CODING.pcm && bytesPerSample === 2) return (bytes, at) => bytes.readInt16LE(at) / 32_768;
  if (coding === WAV_CODING.pcm && bytesPerSample === 3) return (bytes, at) => bytes.readIntLE(at, 3) / 8_388_608;
  if (coding === WAV_CODING.muLaw && bytesPerSample === 1) return (bytes, at) => fromMuLaw(bytes[at] ?? 0xff);
  if (coding === WAV_CODING.aLaw && bytesPerSample === 1) return (bytes, at) => fromALaw(bytes[at] ?? 0xd5);
  return null;
};

/** ITU-T G.711; the absolute value only. */
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
