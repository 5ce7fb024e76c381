import { describe, expect, it } from "@jest/globals";
import { buildPcmHeader } from "../../../domain/recording/wav.ts";
import { isWavPlayable, readWavSamples } from "../../../domain/recording/wav-samples.ts";
import { readMulaw, writeMulaw } from "../../media/mulaw.ts";

const RATE = 8000;
const LEVELS = [0, 0.25, 0.5, -0.5, -1, 0.9];

interface Format {
  code: number;
  bytes: number;
  channels?: number;
  write(file: Buffer, level: number, at: number): void;
}

const samplesOf = (file: Buffer, sampleRate = RATE): number[] | null => {
  const parts = readWavSamples(file, sampleRate);
  return parts && [...parts].flatMap((part) => [...part]);
};

/** A file of these levels, alike in every channel. */
const wavOf = (levels: readonly number[], { code, bytes, channels = 1, write }: Format): Buffer => {
  const header = buildPcmHeader({ channels, sampleRate: RATE, frames: (levels.length * bytes) / 2 });
  header.writeUInt16LE(code, 20);
  header.writeUInt16LE(channels * bytes, 32);
  const data = Buffer.alloc(levels.length * channels * bytes);
  for (const [frame, level] of levels.entries())
    for (let channel = 0; channel < channels; channel += 1) write(data, level, (frame * channels + channel) * bytes);
  return Buffer.concat([header, data]);
};

const PCM16: Format = {
  code: 1,
  bytes: 2,
  write: (file, level, at) => file.writeInt16LE(Math.round(level * 32_767), at),
};
const FORMATS: Readonly<Record<string, Format>> = {
  "PCM of 8 bits": {
    code: 1,
    bytes: 1,
    write: (file, level, at) => file.writeUInt8(Math.round(level * 127) + 128, at),
  },
  "PCM of 16 bits": PCM16,
  "PCM of 16 bits, two channels": { ...PCM16, channels: 2 },
  "PCM of 24 bits": {
    code: 1,
    bytes: 3,
    write: (file, level, at) => file.writeIntLE(Math.round(level * 8_388_607), at, 3),
  },
  "PCM of 32 bits": {
    code: 1,
    bytes: 4,
    write: (file, level, at) => file.writeInt32LE(Math.round(level * 2_147_483_647), at),
  },
  "floats of 32 bits": { code: 3, bytes: 4, write: (file, level, at) => file.writeFloatLE(level, at) },
  "floats of 64 bits": { code: 3, bytes: 8, write: (file, level, at) => file.writeDoubleLE(level, at) },
  "µ-law": { code: 7, bytes: 1, write: (file, level, at) => file.writeUInt8(writeMulaw(level * 32_767), at) },
};

describe("the sound of a WAV file", () => {
  it.each(Object.entries(FORMATS))("is read from %s", (_, format) => {
    const samples = samplesOf(wavOf(LEVELS, format));
    expect(samples).toHaveLength(LEVELS.length);
    for (const [at, level] of LEVELS.entries()) expect((samples?.[at] ?? 0) / 32_767).toBeCloseTo(level, 1);
  });

  it("is read from µ-law as telephones read it", () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const write = (file: Buffer, byte: number, at: number) => void file.writeUInt8(byte, at);
    const samples = samplesOf(wavOf(bytes, { code: 7, bytes: 1, write }));
    for (const byte of bytes) expect(Math.abs((samples?.[byte] ?? 0) - readMulaw(byte))).toBeLessThanOrEqual(1);
  });

  it("is read from A-law at the levels of G.711", () => {
    const bytes = [0xd5, 0x55, 0xaa, 0x2a];
    const write = (file: Buffer, byte: number, at: number) => void file.writeUInt8(byte, at);
    const samples = samplesOf(wavOf(bytes, { code: 6, bytes: 1, write }));
    expect(samples ?? []).toEqual([8, -8, 32_255, -32_255]);
  });

  it("is given at another rate, between two samples on a straight line", () => {
    const samples = samplesOf(wavOf([0, 0.5, 1], PCM16), 2 * RATE);
    expect((samples ?? []).map((sample) => Math.round((sample / 32_767) * 100))).toEqual([0, 25, 50, 75, 100, 100]);
  });

  it("is not guessed at where the format is not known, or nothing is a WAV file", () => {
    expect(samplesOf(wavOf(LEVELS, { ...PCM16, code: 2 }))).toBeNull();
    expect(samplesOf(Buffer.from("ID3 something"))).toBeNull();
    expect(samplesOf(wavOf([], PCM16))).toHaveLength(0);
  });

  it.each([
    [0, false],
    [100, false],
    [3_999, false],
    [4_000, true],
    [192_000, true],
    [192_001, false],
  ])("is played at a rate of %i: %s", (rate, isPlayed) => {
    const file = wavOf(LEVELS, PCM16);
    file.writeUInt32LE(rate, 24);
    expect([isWavPlayable(file), readWavSamples(file, RATE) !== null]).toEqual([isPlayed, isPlayed]);
  });

  it.each([
    ["a second", PCM16, [RATE, RATE, RATE / 2]],
    ["half a second of two channels", { ...PCM16, channels: 2 }, Array.from({ length: 5 }, () => RATE / 2)],
  ])("is read %s at a time", (_, format, lengths) => {
    const levels = Array.from({ length: 2.5 * RATE }, (_each, at) => (at % 100) / 100);
    const parts = [...(readWavSamples(wavOf(levels, format), RATE) ?? [])];
    expect(parts.map(({ length }) => length)).toEqual(lengths);
    const samples = parts.flatMap((part) => [...part]);
    expect(samples).toEqual(levels.map((level) => Math.round((Math.round(level * 32_767) / 32_768) * 32_767)));
  });
});
