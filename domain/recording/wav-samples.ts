import { readWav, type WavSound } from "./wav.ts";

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

const PCM = 1;
const FLOAT = 3;
const EXTENDED = 0xfffe;
/** An extended format names the real one here. */
const REAL_FORMAT_AT = 24;

const readerOf = ({ format, bytesPerFrame, channels }: WavSound): ReadSample | undefined => {
  const named = format.readUInt16LE(0);
  const isExtended = named === EXTENDED && format.length >= REAL_FORMAT_AT + 2;
  const code = isExtended ? format.readUInt16LE(REAL_FORMAT_AT) : named;
  const bytes = bytesPerFrame / channels;
  if (code === PCM) return INTEGERS[bytes];
  if (code === FLOAT) return FLOATS[bytes];
  return bytes === 1 ? { 6: ALAW, 7: MULAW }[code] : undefined;
};

/**
 * Reads the sound of a WAV file as 16-bit samples of one channel at this rate; all channels are heard at once. Null: it is
 * no WAV file, or one in a format that is not known here.
 */
export const readWavSamples = (file: Buffer, sampleRate: number): Int16Array | null => {
  const sound = readWav(file, file.length);
  const read = sound && readerOf(sound);
  const rate = sound?.format.readUInt32LE(4) ?? 0;
  if (!sound || !read || rate === 0) return null;
  const frames = sound.dataBytes / sound.bytesPerFrame;
  const levelAt = (frame: number): number => {
    const from = sound.dataOffset + Math.min(frame, frames - 1) * sound.bytesPerFrame;
    let sum = 0;
    for (let channel = 0; channel < sound.channels; channel += 1)
      sum += read(file, from + (channel * sound.bytesPerFrame) / sound.channels);
    return sum / sound.channels;
  };
  const samples = new Int16Array(Math.floor((frames * sampleRate) / rate));
  for (let at = 0; at < samples.length; at += 1) {
    const place = (at * rate) / sampleRate;
    const before = Math.floor(place);
    const level = levelAt(before) + (levelAt(before + 1) - levelAt(before)) * (place - before);
    samples[at] = Math.round(Math.max(-1, Math.min(1, level)) * 32_767);
  }
  return samples;
};
