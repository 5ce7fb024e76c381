import { readWav, readWavCoding, WAV_CODING, type WavSound } from "./wav.ts";

/** Reads one sample as a number from -1 to 1. */
type ReadSample = (file: Buffer, at: number) => number;

const INTEGERS: Readonly<Record<number, ReadSample>> = {
  1: (file, at) => (file.readUInt8(at) - 128) / 128,
  2: (file, at) => file.readInt16LE(at) / 32_768,
  3: (file, at) => file.readIntLE(at, 3) / 8_388_608,
  4: (file, at) => file.readInt32LE(at) / 2_147_483_648,
};
const FLOATS: Readonly<Record<number, ReadSample>> = {
  4: (file, at) => file.readFloatLE(at),
  8: (file, at) => file.readDoubleLE(at),
};

/** ITU-T G.711. */
const ALAW: ReadSample = (file, at) => {
  const bits = file.readUInt8(at) ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const level = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80 ? level : -level) / 32_768;
};
const MULAW: ReadSample = (file, at) => {
  const bits = ~file.readUInt8(at) & 0xff;
  const level = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return (bits & 0x80 ? -level : level) / 32_768;
};

const readerOf = (sound: WavSound): ReadSample | undefined => {
  const coding = readWavCoding(sound);
  const bytes = sound.bytesPerFrame / sound.channels;
  if (coding === WAV_CODING.pcm) return INTEGERS[bytes];
  if (coding === WAV_CODING.float) return FLOATS[bytes];
  return bytes === 1 ? { [WAV_CODING.aLaw]: ALAW, [WAV_CODING.muLaw]: MULAW }[coding] : undefined;
};

/** At a lower rate a short file would last for hours, and beyond the highest it would be no sound. */
const LOWEST_RATE = 4_000;
const HIGHEST_RATE = 192_000;

/** The formats that `isWavPlayable` accepts, in words. */
export const PLAYABLE_WAV_FORMATS =
  "PCM of 8, 16, 24 or 32 bits, floats of 32 or 64 bits, A-law or µ-law, at 4,000 to 192,000 samples a second";

interface PlayableSound extends WavSound {
  rate: number;
  frames: number;
  file: Buffer;
  read: ReadSample;
}

const openSound = (file: Buffer): PlayableSound | null => {
  const sound = readWav(file, file.length);
  const read = sound && readerOf(sound);
  const rate = sound?.format.readUInt32LE(4) ?? 0;
  if (!sound || !read || rate < LOWEST_RATE || rate > HIGHEST_RATE) return null;
  return { ...sound, rate, frames: sound.dataBytes / sound.bytesPerFrame, file, read };
};

export const isWavPlayable = (file: Buffer): boolean => openSound(file) !== null;

/**
 * Reads the sound of a WAV file as 16-bit samples of one channel at this rate, about a second at a time; all channels are mixed.
 * Null: it is no WAV file, or its format is not known here.
 */
export const readWavSamples = (file: Buffer, sampleRate: number): Iterable<Int16Array> | null => {
  const sound = openSound(file);
  return sound && readParts(sound, sampleRate);
};

function* readParts(sound: PlayableSound, sampleRate: number): Generator<Int16Array> {
  const count = Math.floor((sound.frames * sampleRate) / sound.rate);
  // A part takes the same time to read, however many channels there are.
  const most = Math.max(1, Math.floor(sampleRate / sound.channels));
  for (let from = 0; from < count; from += most) {
    const samples = new Int16Array(Math.min(most, count - from));
    for (let at = 0; at < samples.length; at += 1) {
      const level = levelBetween(sound, ((from + at) * sound.rate) / sampleRate);
      samples[at] = Math.round(Math.max(-1, Math.min(1, level)) * 32_767);
    }
    yield samples;
  }
}

/** Between two frames the level lies on a straight line. */
const levelBetween = (sound: PlayableSound, place: number): number => {
  const before = Math.floor(place);
  const level = levelAt(sound, before);
  return level + (levelAt(sound, before + 1) - level) * (place - before);
};

const levelAt = ({ file, read, frames, dataOffset, bytesPerFrame, channels }: PlayableSound, frame: number): number => {
  const from = dataOffset + Math.min(frame, frames - 1) * bytesPerFrame;
  let sum = 0;
  for (let channel = 0; channel < channels; channel += 1)
    sum += read(file, from + (channel * bytesPerFrame) / channels);
  return sum / channels;
};
