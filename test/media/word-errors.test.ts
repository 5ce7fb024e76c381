import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { foldWords } from "../../domain/conversation/heard/fold-words.ts";
import { writeAsDigits } from "../../domain/conversation/heard/number-words.ts";
import { createLogger } from "../../infra/logger.ts";
import { createLocalRecognition } from "../../infra/models/local.speech.ts";
import { SAMPLE_RATE } from "../../media/hearing/voice-activity.ts";
import { openLocalModels } from "../../media/local-speech/local-speech.ts";
import { PAUSED_SENTENCES } from "../domain/conversation/heard/paused-sentences.ts";
import { addNoise, joinSound, openMadeSpeech, overTelephone, seededNumbers, silence } from "./made-speech.ts";

/** Fifty sentences of four voices through the machine's own recognition, as a page sends them and over a telephone. */
const logger = createLogger("media", { level: "silent", secrets: [] });
const models = openLocalModels({ environment: process.env, logger });
const missing =
  process.env["TEST_VOICE"] === undefined
    ? "`npm run test:voice` runs them"
    : await models.prepare().then(
        () => null,
        (error: unknown) => String(error),
      );
if (missing !== null) process.stderr.write(`\n*** SKIPPED: word errors of four voices: ${missing}.\n\n`);
const whereHeard = missing === null ? describe : describe.skip;
afterAll(() => models.close());

const SENTENCES: readonly string[] = [
  ...PAUSED_SENTENCES.map((each) => each.replaceAll(" |", "")),
  "Good morning, this is Anna from the dental practice.",
  "Please do not call me again.",
  "What are your opening hours on Saturday?",
  "The parcel has not arrived yet.",
  "Is there a train after nine in the evening?",
  "I have forgotten my password.",
  "Thank you very much for your help.",
  "We moved to a new house in spring.",
  "Could I have a table by the window?",
  "My daughter is ill and cannot come to school.",
];
/** The natural voice, and three of espeak-ng's. */
const VOICES = ["natural", "en-us", "en-us+f3", "en-us+m3"] as const;
const SNR_DB = 25;
const SEED = 48;
/**
 * Of the natural voice's words: 5.9 % and 7.8 % were wrong when this was measured. espeak-ng's voices are printed and not judged: the
 * model was made of people's speech, and hears a robot's badly.
 */
const WIDE = 0.1;
const TELEPHONE = 0.15;

interface Heard {
  voice: string;
  wanted: string[];
  /** Words that are wrong, missing or too many. */
  errors: number;
  line: string;
}

const wordsOf = (text: string): string[] =>
  writeAsDigits(foldWords(text.replaceAll(/[.,;:!?"]/g, " ").replaceAll(/(\d)-(?=\d)/g, "$1 ")), "en")
    .replaceAll(/(\d)#? (?=\d)/g, "$1")
    .replaceAll("#", "")
    .split(" ")
    .filter(Boolean);

const countErrors = (wanted: readonly string[], heard: readonly string[]): number => {
  let before = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [row, word] of wanted.entries()) {
    const next = [row + 1];
    for (const [at, other] of heard.entries())
      next.push(Math.min((before[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (before[at] ?? 0) + (word === other ? 0 : 1)));
    before = next;
  }
  return before.at(-1) ?? 0;
};

let made: { voice: string; sentence: string; sound: Int16Array }[];
beforeAll(async () => {
  if (missing !== null) return;
  const speech = await openMadeSpeech(models);
  made = [];
  for (const [at, sentence] of SENTENCES.entries()) {
    const voice = VOICES[at % VOICES.length] ?? VOICES[0];
    const said = voice === "natural" ? await speech.naturally(sentence) : await speech.byEspeak(sentence, voice);
    made.push({ voice, sentence, sound: joinSound([silence(300), said, silence(300)]) });
  }
  speech.close();
}, 600_000);

const hearAll = async (through: (sound: Int16Array) => Int16Array): Promise<Heard[]> => {
  const recognize = createLocalRecognition(models);
  const heard: Heard[] = [];
  for (const { voice, sentence, sound } of made) {
    const text = await recognize({ samples: through(sound), sampleRate: SAMPLE_RATE, language: "en-US" });
    const [wanted, words] = [wordsOf(sentence), wordsOf(text)];
    heard.push({ voice, wanted, errors: countErrors(wanted, words), line: `${sentence} → ${text}` });
  }
  return heard;
};

const rateOf = (heard: readonly Heard[]): number =>
  heard.reduce((sum, { errors }) => sum + errors, 0) / heard.reduce((sum, { wanted }) => sum + wanted.length, 0);

const tell = (name: string, heard: readonly Heard[]): number => {
  const percent = (rate: number) => `${(rate * 100).toFixed(1)} %`;
  const byVoice = VOICES.map((voice) => `${voice} ${percent(rateOf(heard.filter((each) => each.voice === voice)))}`);
  process.stderr.write(`${name}: ${percent(rateOf(heard))} of words (${byVoice.join(", ")})\n`);
  for (const { errors, line } of heard) if (errors > 0) process.stderr.write(`  ${errors}: ${line}\n`);
  return rateOf(heard.filter(({ voice }) => voice === "natural"));
};

whereHeard("fifty sentences of four voices", () => {
  it("are heard as a page sends them, with few wrong words of the natural one", async () => {
    expect(tell("wide band", await hearAll((sound) => sound))).toBeLessThanOrEqual(WIDE);
  }, 600_000);

  it("are heard over a telephone, with its noise", async () => {
    const random = seededNumbers(SEED);
    expect(tell("8 kHz", await hearAll((sound) => addNoise(overTelephone(sound), SNR_DB, random)))).toBeLessThanOrEqual(
      TELEPHONE,
    );
  }, 600_000);
});
