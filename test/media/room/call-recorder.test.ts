import { Readable } from "node:stream";
import { expect, it } from "@jest/globals";
import { extractSamples, readWav } from "../../../domain/recording/wav.ts";
import { createCallRecorder } from "../../../media/room/call-recorder.ts";
import { buildRecording, type RecordedPart } from "../../../media/room/joined-recording.ts";

const RATE = 16_000;
const tone = (ms: number, value: number) => new Int16Array((RATE * ms) / 1000).fill(value);

/** Reads the sound at these instants, in each channel. */
const soundsAt = (wav: Buffer, instantsMs: readonly number[]) => {
  const sound = readWav(wav, wav.length);
  if (!sound) throw new Error("this is no WAV file");
  const frames = wav.subarray(sound.dataOffset, sound.dataOffset + sound.dataBytes);
  return Array.from({ length: sound.channels }, (_, channel) => {
    const samples = extractSamples(frames, sound, channel);
    return instantsMs.map((ms) => samples.readInt16LE((RATE * ms) / 500));
  });
};

const wavOf = async (part: RecordedPart, channels: number): Promise<Buffer> => {
  const { wav, bytes } = buildRecording(part, channels);
  const file = Buffer.concat(await Readable.from(wav()).toArray());
  expect(file.length).toBe(bytes);
  return file;
};

it("puts both sides on one clock, and leaves out what was cut before it sounded", async () => {
  let nowMs = 5000;
  const recorder = createCallRecorder(() => nowMs, 0);
  // The agent speaks from the start; of its second piece half has sounded when the person speaks over it.
  recorder.speak(tone(400, 1000), 0);
  recorder.speak(tone(400, 1000), 400);
  nowMs += 600;
  recorder.cut();
  nowMs += 400;
  // Frames that come a little late follow each other all the same.
  for (let frame = 0; frame < 10; frame += 1) {
    recorder.hear(tone(20, -500));
    nowMs += frame === 4 ? 70 : 10;
  }
  nowMs = 7000;
  recorder.speak(tone(100, 2000), 50);
  const { person, agent, both } = recorder.parts();
  const [whole, ofPerson, ofAgent] = [await wavOf(both, 2), await wavOf(person, 1), await wavOf(agent, 1)];
  const instants = [10, 590, 610, 970, 990, 1170, 1190, 2040, 2060, 2140];
  const heard = [0, 0, 0, 0, -500, -500, 0, 0, 0, 0];
  const said = [1000, 1000, 0, 0, 0, 0, 0, 0, 2000, 2000];
  expect(soundsAt(whole, instants)).toEqual([heard, said]);
  expect(soundsAt(ofPerson, instants)).toEqual([heard]);
  expect(soundsAt(ofAgent, instants)).toEqual([said]);
  recorder.close();
});

it("has the silence of an agent that was held for a moment, however short, so that it does not run ahead of the person", async () => {
  let nowMs = 0;
  const recorder = createCallRecorder(() => nowMs, 0);
  // Three times it is held for 40 ms after 200, and goes on with what had not sounded.
  for (let held = 0; held < 3; held += 1) {
    recorder.speak(tone(400, 1000), 0);
    nowMs += 200;
    recorder.cut();
    nowMs += 40;
  }
  recorder.speak(tone(100, 1000), 0);
  recorder.speak(tone(100, 1000), 105);
  const agent = await wavOf(recorder.parts().agent, 1);
  const instants = [190, 210, 230, 250, 430, 450, 470, 490, 670, 690, 710, 730, 820, 830, 910];
  expect(soundsAt(agent, instants)).toEqual([[1000, 0, 0, 1000, 1000, 0, 0, 1000, 1000, 0, 0, 1000, 1000, 1000, 1000]]);
  recorder.close();
});

it("is a file without a sound where nothing was heard or said", async () => {
  const recorder = createCallRecorder(() => 0, 0);
  const wav = await wavOf(recorder.parts().both, 2);
  expect(readWav(wav, wav.length)).toMatchObject({ channels: 2, dataBytes: 0 });
  recorder.close();
});
