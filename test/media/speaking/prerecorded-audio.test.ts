import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MAX_RECORDING_BYTES } from "../../../domain/recording/recording-file.ts";
import { buildPcmHeader } from "../../../domain/recording/wav.ts";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { fetchPrerecordedAudio } from "../../../media/speaking/prerecorded-audio.ts";
import { collect } from "../../harness/collect.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";

let store: HttpReceiver;
beforeAll(async () => {
  store = await startHttpReceiver();
});
afterAll(() => store.close());

const openSound = () => fetchPrerecordedAudio(`${store.url}/welcome.wav`, new AbortController().signal);
const fetchSound = async (status: number, file: Buffer): Promise<number[]> => {
  store.answer = (_, response) => void response.writeHead(status, { "content-length": file.length }).end(file);
  const samples: number[] = [];
  for await (const part of openSound()) samples.push(...part);
  return samples;
};

describe("a recording that is played", () => {
  it("sounds as its file says", async () => {
    const header = buildPcmHeader({ channels: 1, sampleRate: SPOKEN_SAMPLE_RATE, frames: 2 });
    const file = Buffer.concat([header, Buffer.from([0x00, 0x40, 0x00, 0xc0])]);
    expect(await fetchSound(200, file)).toEqual([16_384, -16_383]);
  });

  it("leaves the event loop a turn after each of its seconds", async () => {
    const header = buildPcmHeader({ channels: 1, sampleRate: SPOKEN_SAMPLE_RATE, frames: 3 * SPOKEN_SAMPLE_RATE });
    store.answer = (_, response) => void response.end(Buffer.concat([header, Buffer.alloc(6 * SPOKEN_SAMPLE_RATE)]));
    let turns = 0;
    const turnsBefore: number[] = [];
    for await (const _part of openSound()) {
      turnsBefore.push(turns);
      setImmediate(() => (turns += 1));
    }
    expect(turnsBefore).toEqual([0, 1, 2]);
  });

  it("is not read on where its store sends more than one may have, and does not say how much", async () => {
    // The answer never ends by itself.
    store.answer = (_, response) => void response.writeHead(200).write(Buffer.alloc(MAX_RECORDING_BYTES + 1));
    await expect(collect(openSound())).rejects.toThrow("longer than one may be");
  });

  it.each([
    ["is gone", 404, Buffer.from("none"), "answered 404"],
    ["is no WAV file", 200, Buffer.from("ID3 something"), "no WAV file"],
    ["is longer than one may be", 200, Buffer.alloc(MAX_RECORDING_BYTES + 1), "longer than one may be"],
  ])("is left out where it %s", async (_, status, file, sentence) => {
    await expect(fetchSound(status, file)).rejects.toThrow(sentence);
  });
});
