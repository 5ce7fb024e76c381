import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { measureRecording } from "../../../domain/recording/recording-length.ts";

const wav = ({ rate, channels, samples }: { rate: number; channels: number; samples: number }): Buffer => {
  const data = Buffer.alloc(samples * channels * 2);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};

/** MPEG 1 layer III, 128 kbit/s, 44,100 Hz: 417 bytes and 1152 samples a frame. */
const mp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
  );
/** A tag of 300 bytes: 2 × 128 + 44. */
const tag = Buffer.concat([Buffer.from("ID3\u0004\u0000\u0000\u0000\u0000\u0002\u002c", "latin1"), Buffer.alloc(300)]);

describe("the length of a recording", () => {
  it("is that of its samples in a WAV file", () => {
    const given = fc.record({
      rate: fc.constantFrom(8000, 16_000, 44_100),
      channels: fc.constantFrom(1, 2),
      samples: fc.integer({ min: 1, max: 20_000 }),
    });
    fc.assert(
      fc.property(given, (sound) => {
        expect(measureRecording("wav", wav(sound))).toBe(Math.round((sound.samples / sound.rate) * 1000));
      }),
    );
  });

  it("is that of its frames in an MP3 file, whatever stands around them", () => {
    const length = Math.round(((100 * 1152) / 44_100) * 1000);
    expect(measureRecording("mp3", mp3(100))).toBe(length);
    expect(measureRecording("mp3", Buffer.concat([tag, mp3(100), Buffer.from("TAG at the end")]))).toBe(length);
  });

  it("is not known of a file that holds no sound", () => {
    expect(measureRecording("mp3", Buffer.from("ID3"))).toBeNull();
    expect(measureRecording("mp3", Buffer.alloc(2000))).toBeNull();
    expect(measureRecording("wav", Buffer.from("RIFF"))).toBeNull();
    expect(measureRecording("wav", wav({ rate: 0, channels: 1, samples: 5 }))).toBeNull();
  });
});
