import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { buildChannelHeader, extractSamples, readWav } from "../../../domain/recording/wav.ts";
import { buildRecordingWav } from "../../../infra/simulator/recording.ts";

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const chunk = (id: string, body: Buffer, size = body.length) =>
  Buffer.concat([Buffer.from(id), uint32(size), body, Buffer.alloc(body.length % 2)]);

/** Returns a WAV file of these frames; `own` changes its format. */
const wavOf = (
  frames: Buffer,
  { channels, bytesPerSample, before = [], declared = frames.length }: Shape,
  own: (format: Buffer) => void = () => {},
) => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(8000, 4);
  format.writeUInt32LE(8000 * channels * bytesPerSample, 8);
  format.writeUInt16LE(channels * bytesPerSample, 12);
  format.writeUInt16LE(bytesPerSample * 8, 14);
  own(format);
  const chunks = [...before, chunk("fmt ", format), chunk("data", frames, declared)];
  return Buffer.concat([Buffer.from("RIFF"), uint32(0), Buffer.from("WAVE"), ...chunks]);
};
interface Shape {
  channels: number;
  bytesPerSample: number;
  before?: Buffer[];
  declared?: number;
}

describe("the channels of a WAV file", () => {
  const shapes = fc.record({
    channels: fc.integer({ min: 1, max: 4 }),
    bytesPerSample: fc.constantFrom(1, 2, 3, 4),
    before: fc.array(
      fc.uint8Array({ maxLength: 9 }).map((body) => chunk("LIST", Buffer.from(body))),
      { maxLength: 2 },
    ),
  });

  it("come apart, each into a file that says what it holds, and hold together what was there", () => {
    fc.assert(
      fc.property(shapes, fc.nat({ max: 40 }), fc.boolean(), (shape, count, knowsSize) => {
        const { channels, bytesPerSample } = shape;
        const frames = Buffer.from(Array.from({ length: count * channels * bytesPerSample }, (_, at) => at % 251));
        const wav = wavOf(frames, { ...shape, declared: knowsSize ? frames.length : 0xffffffff });
        // An odd file ends with a byte that belongs to no chunk.
        const sound = readWav(wav, wav.length - (knowsSize ? 0 : frames.length % 2));
        if (!sound) throw new Error("it is a WAV file");
        expect(sound).toMatchObject({ channels, dataBytes: frames.length });
        const parts = Array.from({ length: channels }, (_, channel) => extractSamples(frames, sound, channel));
        for (const [channel, part] of parts.entries()) {
          const file = Buffer.concat([buildChannelHeader(sound), part]);
          const own = readWav(file, file.length);
          expect(own).toMatchObject({ channels: 1, bytesPerFrame: bytesPerSample, dataBytes: part.length });
          for (let frame = 0; frame < count; frame += 1) {
            const at = (frame * channels + channel) * bytesPerSample;
            expect(part.subarray(frame * bytesPerSample, (frame + 1) * bytesPerSample)).toEqual(
              frames.subarray(at, at + bytesPerSample),
            );
          }
        }
      }),
    );
  });

  it("the channels of the simulator's WAV file are the person's and the agent's", () => {
    const wav = buildRecordingWav();
    expect(readWav(wav, wav.length)).toMatchObject({ channels: 2, bytesPerFrame: 4, dataBytes: wav.length - 44 });
  });

  it.each([
    ["words", Buffer.from("RIFF of a short talk")],
    ["nothing", Buffer.alloc(0)],
    ["an MP3 file", Buffer.from("ID3 and so on, for a while")],
    [
      "a compressed WAV file",
      wavOf(Buffer.alloc(8), { channels: 2, bytesPerSample: 2 }, (own) => own.writeUInt16LE(0x11, 0)),
    ],
    ["no channels", wavOf(Buffer.alloc(8), { channels: 0, bytesPerSample: 2 })],
    [
      "samples of half a byte",
      wavOf(Buffer.alloc(8), { channels: 2, bytesPerSample: 2 }, (own) => own.writeUInt16LE(3, 12)),
    ],
  ])("are not looked for in %s", (_, file) => {
    expect(readWav(file, file.length)).toBeNull();
  });

  it("nothing that a file begins with breaks it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const head = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), Buffer.from(bytes)]);
        const sound = readWav(head, head.length);
        expect(sound === null || sound.channels > 0).toBe(true);
      }),
    );
  });
});
