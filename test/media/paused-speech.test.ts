import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { TURN_END } from "../../domain/conversation/heard/turn-end.ts";
import { fetchPauseModel } from "../../infra/local-speech/speech-files.ts";
import { createLogger } from "../../infra/logger.ts";
import { createLocalStreams } from "../../infra/models/local.speech.ts";
import type { OpenRecognitionStream } from "../../infra/models/speech.ts";
import { createSpeechListener } from "../../media/hearing/speech-listener.ts";
import { FRAME_MS, FRAME_SAMPLES, loadVoiceActivity, SAMPLE_RATE } from "../../media/hearing/voice-activity.ts";
import { loadTurnEnd } from "../../media/local-speech/hear-turn-end.ts";
import { openLocalModels } from "../../media/local-speech/local-speech.ts";
import { toFloats } from "../../media/local-speech/resample.ts";
import { PAUSED_SENTENCES } from "../domain/conversation/heard/paused-sentences.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { addNoise, joinSound, openMadeSpeech, overTelephone, seededNumbers, silence } from "./made-speech.ts";

/** Forty sentences whose speaker stops inside, through the real models: which pauses end what is said, and which ends are heard. */
const logger = createLogger("media", { level: "silent", secrets: [] });
const models = openLocalModels({ environment: process.env, logger });
const missing =
  process.env["TEST_VOICE"] === undefined
    ? "`npm run test:voice` runs them"
    : await models.prepare().then(
        () => null,
        (error: unknown) => String(error),
      );
if (missing !== null) process.stderr.write(`\n*** SKIPPED: pauses of forty sentences: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;

const SEED = 47;
/** People who think stop for so long. */
const PAUSE_MS = { least: 700, most: 1600 };
const SNR_DB = 25;
const END_MS = 3000;
/** Over a telephone the machine's own recognition mishears some words that tell: `addresses` for `address is`. */
const MOST_CUT = 6;
/** The voice says each sentence a little differently each time: one and two were missed in two runs, and four, which fails, in a third. */
const MOST_MISSED = 3;

interface Made {
  sentence: string;
  sound: Int16Array;
  /** Where the last word ends, in ms. */
  endsAtMs: number;
}

const random = seededNumbers(SEED);
const makeAll = async (): Promise<Made[]> => {
  const speech = await openMadeSpeech(models);
  const made: Made[] = [];
  for (const sentence of PAUSED_SENTENCES) {
    const parts = sentence.split(" | ");
    // With a comma the voice goes on by its tone, and breaks off behind a whole word.
    const begun = await speech.naturally(`${parts[0]?.replace(/,$/, "")},`);
    const rest = await speech.naturally(parts.slice(1).join(", "));
    const pause = silence(Math.round(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least)));
    const said = joinSound([silence(800), begun, pause, rest]);
    made.push({
      sentence,
      sound: addNoise(overTelephone(joinSound([said, silence(END_MS)])), SNR_DB, random),
      endsAtMs: ((said.length - trailingQuiet(rest)) * 1000) / SAMPLE_RATE,
    });
  }
  speech.close();
  return made;
};

const trailingQuiet = (samples: Int16Array): number =>
  samples.length - 1 - samples.findLastIndex((sample) => Math.abs(sample) > 300);

interface Judge {
  words: boolean;
  sound: boolean;
}

/** Plays a sentence to a listener, and returns the ms at which it took it for ended. While a pause is judged no time passes. */
const listen = async (
  { sound }: Made,
  { words, sound: hears }: Judge,
): Promise<{ endedMs: number[]; paused: string[] }> => {
  const voiceActivity = newVoiceActivity();
  const pending = new Set<Promise<unknown>>();
  const wait = <Value>(work: Promise<Value>): Promise<Value> => {
    pending.add(work);
    void work.finally(() => pending.delete(work)).catch(() => {});
    return work;
  };
  const open = createLocalStreams(models);
  const streams: OpenRecognitionStream = async (asked) => {
    const stream = await open({ ...asked, onWords: () => {} });
    const askInPause = async () => {
      const said = (await stream.pause?.()) ?? "";
      paused.push(said);
      return said;
    };
    return { ...stream, pause: () => (words ? wait(askInPause()) : undefined) };
  };
  const endedMs: number[] = [];
  const stoppedMs: number[] = [];
  const paused: string[] = [];
  let atMs = 0;
  const listener = createSpeechListener({
    voiceActivity,
    recognize: () => Promise.resolve(""),
    streaming: { open: streams, signal: new AbortController().signal, onFailure: () => {}, wordsWithinMs: 60_000 },
    mayRecognizeInPauses: true,
    ...(hears && { hearTurnEnd: (samples) => wait(models.hearTurnEnd(samples, { caller: {} })) }),
    language: () => "en-US",
    events: {
      mayStart: () => {},
      wasNoise: () => {},
      started: () => {},
      forms: () => {},
      stopped: () => stoppedMs.push(atMs),
      heard: (text) => {
        const at = stoppedMs.shift();
        // Nothing is answered where nothing was understood.
        if (at !== undefined && text !== "") endedMs.push(at);
      },
      failed: () => {},
    },
  });
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    atMs = ((at + FRAME_SAMPLES) * 1000) / SAMPLE_RATE;
    await listener.take(sound.slice(at, at + FRAME_SAMPLES));
    await new Promise(setImmediate);
    while (pending.size > 0) await Promise.allSettled(pending);
    await new Promise(setImmediate);
  }
  await waitUntil("all is heard", () => stoppedMs.length === 0);
  return { endedMs, paused };
};

let newVoiceActivity: Awaited<ReturnType<typeof loadVoiceActivity>>;
let made: Made[];
beforeAll(async () => {
  if (missing !== null) return;
  newVoiceActivity = await loadVoiceActivity();
  await waitUntil("the model is loaded", async () => (await models.hearTurnEnd(silence(500), { caller: {} })) !== null);
  made = await makeAll();
}, 600_000);
afterAll(() => models.close());

const measure = async (judge: Judge) => {
  const results: { line: string; cut: boolean; lateMs: number }[] = [];
  for (const each of made) {
    const { endedMs: ends, paused } = await listen(each, judge);
    const last = ends.at(-1);
    results.push({
      line: `${each.sentence} (${paused.join(" / ")})\n`,
      cut: ends.some((ms) => ms < each.endsAtMs),
      lateMs: last === undefined || last < each.endsAtMs ? Infinity : last - each.endsAtMs,
    });
  }
  const missed = results.filter(({ lateMs }) => lateMs > TURN_END.unsureMs + 5 * FRAME_MS);
  const late = results.filter((each) => !missed.includes(each) && each.lateMs > TURN_END.finishedMs + 5 * FRAME_MS);
  return { cut: results.filter(({ cut }) => cut), missed, late };
};

const tell = (name: string, { cut, missed, late }: Awaited<ReturnType<typeof measure>>) =>
  process.stderr.write(
    `${name}: of 40 pauses ${cut.length} were taken for the end; of 40 ends ${missed.length} were missed and ${late.length} heard after a second\n` +
      [...cut.map(({ line }) => `  cut: ${line}`), ...missed.map(({ line }) => `  missed: ${line}`)].join(""),
  );

whereHeard("somebody who stops inside a sentence, over a telephone", () => {
  it("is let finish: few pauses of forty are taken for the end, and few ends are missed", async () => {
    const before = await measure({ words: false, sound: false });
    tell("by the length of the pause alone", before);
    const [withoutModel, both] = [
      await measure({ words: true, sound: false }),
      await measure({ words: true, sound: true }),
    ];
    tell("by the words", withoutModel);
    tell("by words and sound", both);
    expect(before.cut.length).toBeGreaterThan(3 * MOST_CUT);
    expect(both.cut.length).toBeLessThanOrEqual(MOST_CUT);
    expect(both.missed.length).toBeLessThanOrEqual(MOST_MISSED);
  }, 1_200_000);

  it("takes the model a tenth of a second of a processor", async () => {
    const hear = await loadTurnEnd(await fetchPauseModel({ environment: process.env }));
    const sounds = made.slice(0, 20).map(({ sound }) => toFloats(sound));
    for (const sound of sounds.slice(0, 3)) await hear(sound);
    const before = process.cpuUsage();
    const likelihoods: number[] = [];
    for (const sound of sounds) likelihoods.push(await hear(sound));
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000 / sounds.length;
    process.stderr.write(`a decision takes ${Math.round(ms)} ms of a processor\n`);
    expect(likelihoods.every((each) => each >= 0 && each <= 1)).toBe(true);
    expect(ms).toBeLessThan(400);
  }, 120_000);
});
