import { LONGEST_REPLY_TOKENS } from "./model-allowance.ts";
import type { SpeechAmount } from "./speech-usage.ts";

/** Voices speak about fifteen characters a second at their own pace. */
const CHARACTERS_PER_SECOND = 15;
/** A text that is cut off is charged whole, and by then the next one has been requested. */
const ASKED_PER_SPOKEN = 2;
/** All sentences of a reply are requested before the first is heard. */
const LONGEST_REPLY_CHARACTERS = 4 * LONGEST_REPLY_TOKENS;
/** Numbers and abbreviations take longer than their characters. */
const LONGEST_MS_PER_CHARACTER = 100;
/** The silence around a text. */
const MS_AROUND = 2000;
const SENTENCES_OF_A_REPLY = 40;
/** A person's words are sent with some silence before and after them. */
const HEARD_PER_SECOND = 1.5;
const HEARD_AROUND_MS = 60_000;
/** Speech that goes on for longer is recognized in pieces. */
export const LONGEST_HEARD_MS = 60_000;

/** Returns what a call holds for the models that speak and hear in it: enough for a talk without pauses until its time is up. */
export const estimateMostSpeechOfCall = ({
  timeLimitSeconds,
  speed,
}: {
  timeLimitSeconds: number;
  /** The speed of the voice; 1: its own pace. */
  speed: number;
}): { tts: SpeechAmount; stt: SpeechAmount } => {
  const spoken = timeLimitSeconds * CHARACTERS_PER_SECOND * Math.max(speed, 1) * ASKED_PER_SPOKEN;
  const replyMs = estimateMostOfText(LONGEST_REPLY_CHARACTERS, speed).soundMs + SENTENCES_OF_A_REPLY * MS_AROUND;
  return {
    tts: {
      characters: Math.ceil(spoken) + LONGEST_REPLY_CHARACTERS,
      soundMs: timeLimitSeconds * 1000 * ASKED_PER_SPOKEN + replyMs,
    },
    stt: { characters: 0, soundMs: timeLimitSeconds * 1000 * HEARD_PER_SECOND + HEARD_AROUND_MS },
  };
};

/** Returns an upper bound for the usage of speaking one text. */
export const estimateMostOfText = (characters: number, speed: number): SpeechAmount => ({
  characters,
  soundMs: Math.ceil((characters * LONGEST_MS_PER_CHARACTER) / Math.min(speed, 1)) + MS_AROUND,
});
