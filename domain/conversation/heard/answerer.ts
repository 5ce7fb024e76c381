import type { AnsweredBy, IvrKind } from "../../answerer/answered-by.rules.ts";
import { ANSWERER_WORDS, type AnswererKind } from "./answerer-words.data.ts";
import { foldWords, HEARD_LANGUAGES, wholeWords } from "./fold-words.ts";

/** What is known of the first seconds of a call that was answered. */
export interface FirstSeconds {
  /** What was said so far. */
  words: string;
  /** The first utterance is over: a pause followed it. */
  isWhole: boolean;
  /** For how long somebody has spoken without a pause; absent: nobody knows. */
  spokenMs?: number;
}

export interface HeardAnswerer {
  by: AnsweredBy;
  kind: IvrKind | null;
}

/** Nobody but a machine says so much without letting the other side say a word. */
const LONGEST_GREETING_WORDS = 40;
/** Nobody who has just answered speaks for so long without a pause. */
export const LONGEST_GREETING_MS = 10_000;

interface Phrase {
  pattern: RegExp;
  /** The word after it may make it mean something else. */
  dependsOnNext: boolean;
}

const PHRASES = new Map<AnswererKind, readonly Phrase[]>(
  (["screening", "mailbox", "menu", "announcement"] as const).map((kind) => [
    kind,
    HEARD_LANGUAGES.flatMap((language) =>
      ANSWERER_WORDS[kind][language].map((phrase) => ({
        pattern: wholeWords(phrase),
        dependsOnNext: phrase.includes("(?!"),
      })),
    ),
  ]),
);

/** What is judged: whole words, and those of them after which another one has come. */
interface Judged {
  words: string;
  followed: string;
}

/** How many of a kind's phrases are in the words. A telephone may speak another language than the agent, so all are looked for. */
const count = (kind: AnswererKind, { words, followed }: Judged): number =>
  (PHRASES.get(kind) ?? []).reduce(
    (sum, { pattern, dependsOnNext }) => sum + [...(dependsOnNext ? followed : words).matchAll(pattern)].length,
    0,
  );

/**
 * Tells who answered from the first words, and from how many there were. Null: more has to be heard. A person is nobody's
 * formula, so they are told by the end of a short utterance; a machine is told while it still speaks, by its words, or by how long
 * it goes on.
 */
export const recognizeAnswerer = ({ words, isWhole, spokenMs = 0 }: FirstSeconds): HeardAnswerer | null => {
  const folded = foldWords(words);
  const found = recognizeWords({ words: folded, followed: isWhole ? folded : folded.replace(/\s*\S+$/, "") });
  if (found !== null) return found;
  if (!isWhole) return spokenMs >= LONGEST_GREETING_MS ? { by: "unknown", kind: null } : null;
  const isLong = (folded.match(/\S+/g) ?? []).length > LONGEST_GREETING_WORDS;
  return { by: folded === "" || isLong ? "unknown" : "person", kind: null };
};

const recognizeWords = (judged: Judged): HeardAnswerer | null => {
  const [screening, mailbox, menu, announcement] = [
    count("screening", judged),
    count("mailbox", judged),
    count("menu", judged),
    count("announcement", judged),
  ];
  if (screening > mailbox && screening >= menu) return { by: "screening", kind: null };
  // A mailbox offers a key or two beside the tone, a menu offers a message beside its keys.
  if (mailbox > 0 && mailbox >= menu) return { by: "voicemail", kind: null };
  if (menu > 0) return { by: "ivr", kind: "menu" };
  return announcement > 0 ? { by: "ivr", kind: "announcement" } : null;
};
