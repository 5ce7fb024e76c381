import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { createPeakMeter, type RecordingPeaks } from "../../../domain/recording/peaks.ts";
import { readWav } from "../../../domain/recording/wav.ts";
import { buildRecordingWav } from "../../../infra/simulator/recording.ts";

const RATE = 8000;

/** Returns a WAV file of these frames, each with a sample of every channel. */
const wavOf = (frames: readonly (readonly number[])[], { tag = 1, sampleBytes = 2 } = {}): Buffer => {
  const channels = frames[0]?.length ?? 1;
  const data = Buffer.alloc(frames.length * channels * sampleBytes);
  for (const [index, sample] of frames.flat().entries()) {
    if (sampleBytes === 1) data.writeUInt8(sample, index);
    else data.writeIntLE(sample, index * sampleBytes, sampleBytes);
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * channels * sampleBytes, 28);
  head.writeUInt16LE(channels * sampleBytes, 32);
  head.writeUInt16LE(8 * sampleBytes, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};

/** Reads the file as a store sends it: in pieces that no frame fits into. */
const measure = (wav: Buffer, pieceBytes = 4096): RecordingPeaks | null => {
  const sound = readWav(wav, wav.length);
  const meter = sound && createPeakMeter(sound);
  if (!meter) return null;
  for (let at = sound.dataOffset; at < wav.length; at += pieceBytes) meter.add(wav.subarray(at, at + pieceBytes));
  return meter.peaks();
};

const sample = fc.integer({ min: -32_768, max: 32_767 });
const frames = fc.array(fc.tuple(sample, sample), { minLength: 1, maxLength: 2_000 });

it("tells of each channel the loudest moment of each stretch, whatever pieces the file comes in", () => {
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 5_000 }), (stereo, pieceBytes) => {
      const measured = measure(wavOf(stereo), pieceBytes);
      const stretches = Math.min(400, stereo.length);
      const expected = [0, 1].map((channel) => {
        const loudest = Array.from({ length: stretches }, () => 0);
        for (const [index, frame] of stereo.entries()) {
          const stretch = Math.floor((index * stretches) / stereo.length);
          loudest[stretch] = Math.max(loudest[stretch] ?? 0, Math.abs(frame[channel] ?? 0));
        }
        return loudest.map((value) => Math.round((100 * value) / 32_768));
      });
      expect(measured).toEqual({ lengthMs: Math.round((1000 * stereo.length) / RATE), channels: expected });
    }),
  );
});

it("understands the formats that carriers record in", () => {
  const [silence, loudest] = [0, 32_767];
  expect(measure(wavOf([[silence], [loudest], [-loudest]]))?.channels).toEqual([[0, 100, 100]]);
  expect(measure(wavOf([[128], [255], [0]], { sampleBytes: 1 }))?.channels).toEqual([[0, 99, 100]]);
  expect(measure(wavOf([[0], [8_388_607]], { sampleBytes: 3 }))?.channels).toEqual([[0, 100]]);
  // G.711: 0xff and 0x7f are the two zeros of µ-law, 0x00 its loudest; 0xd5 is the least of A-law, 0xaa its loudest.
  expect(measure(wavOf([[0xff], [0x7f], [0x00], [0x80]], { tag: 7, sampleBytes: 1 }))?.channels).toEqual([
    [0, 0, 98, 98],
  ]);
  expect(measure(wavOf([[0xd5], [0xaa], [0x2a]], { tag: 6, sampleBytes: 1 }))?.channels).toEqual([[0, 98, 98]]);
});

it("says nothing of samples that it does not understand", () => {
  expect(measure(wavOf([[0], [0]], { tag: 3 }))).toBeNull();
  expect(measure(Buffer.from("ID3 an MP3 file"))).toBeNull();
  expect(measure(wavOf([[0, 0, 0]]))).toBeNull();
});

it("shows on which side of a simulated call somebody speaks", () => {
  const sounds = [
    { channel: 1, from: 0, to: 1 },
    { channel: 0, from: 2, to: 3 },
  ];
  const { lengthMs, channels } = measure(buildRecordingWav({ seconds: 4, sounds })) ?? { lengthMs: 0, channels: [] };
  expect(lengthMs).toBe(4000);
  const spoken = channels.map((peaks) => peaks.map((peak) => peak > 3));
  expect(spoken[1]?.indexOf(true)).toBe(0);
  expect(spoken[1]?.lastIndexOf(true)).toBe(99);
  expect(spoken[0]?.indexOf(true)).toBe(200);
  expect(spoken[0]?.lastIndexOf(true)).toBe(299);
});
