import { createInterface } from "node:readline";
import { findEspeakVoice, hasNaturalVoice } from "../../domain/model/local-speech.rules.ts";
import { watchLimits } from "../../infra/reading-process/watch-limits.ts";
import { leaveRealTimePriority } from "../../infra/real-time-priority.ts";
import { openEspeak, type Speller } from "./espeak-ng.ts";
import { loadHearing } from "./hear-english.ts";
import { loadTurnEnd } from "./hear-turn-end.ts";
import { resample, toFloats, toIntegers } from "./resample.ts";
import { loadVoice } from "./speak-english.ts";
import { packSound, type SpeechAnswer, type SpeechRequest, speechRequest, unpackSound } from "./speech-requests.ts";
import { spellClauses } from "./spell-clauses.ts";

/** espeak-ng's own pace. */
const WORDS_PER_MINUTE = 165;

type Answer = Omit<SpeechAnswer, "id">;
type Load = Extract<SpeechRequest, { kind: "load" }>;
type Speak = Extract<SpeechRequest, { kind: "speak" }>;

const loadModels = async ({ files, espeak }: Load) => ({
  hear: await loadHearing(files),
  say: await loadVoice(files),
  speller: openEspeak(espeak),
});

let models: Awaited<ReturnType<typeof loadModels>> | null = null;
let hearTurnEnd: Awaited<ReturnType<typeof loadTurnEnd>> | null = null;

const answer = async (request: SpeechRequest): Promise<Answer> => {
  if (request.kind === "load") {
    models = await loadModels(request);
    return {};
  }
  if (request.kind === "load_turn_end") {
    hearTurnEnd = await loadTurnEnd(request.file);
    return {};
  }
  if (request.kind === "turn_end")
    return hearTurnEnd === null ? {} : { likelihood: await hearTurnEnd(toFloats(unpackSound(request.sound))) };
  if (models === null) throw new Error("the models were not loaded");
  switch (request.kind) {
    case "hear":
      return { text: await models.hear(toFloats(unpackSound(request.sound))) };
    case "speak":
      return { sound: packSound(await speak(models, request)) };
  }
};

const speak = async (
  { say, speller }: { say: Awaited<ReturnType<typeof loadVoice>>; speller: Speller },
  { text, language, speed, sampleRate }: Speak,
): Promise<Int16Array> => {
  const voice = findEspeakVoice(language);
  if (voice === null) throw new Error(`no local voice speaks ${language}`);
  if (hasNaturalVoice(language)) {
    const sound = await say(await spellClauses(text, (clause) => speller.spell(clause, voice)), speed);
    return toIntegers(resample(sound.samples, { from: sound.sampleRate, to: sampleRate }));
  }
  const sound = await speller.speak(text, { voice, wordsPerMinute: Math.round(WORDS_PER_MINUTE * speed) });
  return toIntegers(resample(toFloats(sound.samples), { from: sound.sampleRate, to: sampleRate }));
};

const tell = (told: SpeechAnswer) => process.stdout.write(`${JSON.stringify(told)}\n`);

leaveRealTimePriority();
watchLimits();
for await (const line of createInterface({ input: process.stdin })) {
  const request = speechRequest.parse(JSON.parse(line));
  try {
    tell({ id: request.id, ...(await answer(request)) });
  } catch (error) {
    tell({ id: request.id, error: error instanceof Error ? error.message : String(error) });
  }
}
