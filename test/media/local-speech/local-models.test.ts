import { afterAll, expect, it } from "@jest/globals";
import { createLogger } from "../../../infra/logger.ts";
import { createLocalRecognition, createLocalStreams, createLocalVoice } from "../../../infra/models/local.speech.ts";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { openLocalModels } from "../../../media/local-speech/local-speech.ts";
import { resample, toFloats, toIntegers } from "../../../media/local-speech/resample.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const logger = createLogger("media", { level: "silent", secrets: [] });
const SENTENCE = "I would like to move my appointment to Thursday.";

const models = openLocalModels({ environment: process.env, logger });
/** Why the models are not here; null: they are. */
const missing = await models.prepare().then(
  () => null,
  (error: unknown) => String(error),
);
afterAll(() => models.close());

/** A test of the real models, which is left out, and says so, where they are missing. */
const withModels = (name: string, work: () => Promise<void>) =>
  missing === null ? it(name, work, 60_000) : it.skip(`${name}: ${missing}`, () => {});

const say = async (text: string, language = "en-US") => {
  const parts: Int16Array[] = [];
  const speak = createLocalVoice(models, { speed: 1 }, () => language);
  for await (const part of speak(text, new AbortController().signal)) parts.push(part);
  const sound = Int16Array.from(parts.flatMap((part) => [...part]));
  return toIntegers(resample(toFloats(sound), { from: SPOKEN_SAMPLE_RATE, to: 16_000 }));
};

const hear = (samples: Int16Array, language = "en-GB") =>
  createLocalRecognition(models)({ samples, sampleRate: 16_000, language });

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .split(" ");

withModels("hears word by word what it has said itself", async () => {
  expect(wordsOf(await hear(await say(SENTENCE)))).toEqual(wordsOf(SENTENCE));
});

withModels("understands nothing in silence", async () => {
  expect((await hear(new Int16Array(16_000))).length).toBeLessThan(20);
  expect(await hear(new Int16Array(100))).toBe("");
});

withModels("speaks German by espeak-ng's voice, and refuses to hear it", async () => {
  const sound = await say("Guten Tag, ich rufe wegen Ihres Termins an.", "de-DE");
  expect(sound.length).toBeGreaterThan(16_000);
  expect(Math.max(...sound)).toBeGreaterThan(2000);
  expect(() => hear(sound, "de-DE")).toThrow("The local model hears English only, not de-DE");
});

withModels("tells the words so far, and has those of a pause when it turns out to be the end", async () => {
  const sound = await say(`${SENTENCE} Can you do that for me, please?`);
  const forms: string[] = [];
  const open = createLocalStreams(models);
  const stream = await open({
    sampleRate: 16_000,
    language: "en-US",
    onWords: (text) => forms.push(text),
    signal: new AbortController().signal,
  });
  for (let at = 0; at < sound.length; at += 8000) {
    stream.take(sound.subarray(at, at + 8000));
    await models.hear(new Int16Array(4000), { caller: {}, urgency: "whenIdle" });
  }
  void stream.pause?.();
  expect(wordsOf(await stream.finish(true))).toEqual(wordsOf(`${SENTENCE} Can you do that for me please`));
  expect(forms.length).toBeGreaterThan(1);
  expect(forms.at(-1)).toContain("appointment");
});

withModels("hears whether somebody has finished, in less time than a pause has", async () => {
  const sound = await say(SENTENCE);
  const heard = await waitUntil("its model is loaded", () => models.hearTurnEnd(sound, { caller: {} }));
  expect(heard).toBeGreaterThan(0.5);
  expect(heard).toBeLessThanOrEqual(1);
});

withModels("goes on with a new process after its own has ended", async () => {
  const cut = models.hear(new Int16Array(16_000 * 30), { caller: {}, urgency: "now" });
  models.close();
  await expect(cut).rejects.toThrow("The process of the local models has ended (SIGKILL)");
  expect(wordsOf(await hear(await say(SENTENCE)))).toEqual(wordsOf(SENTENCE));
});
