import type { AnsweredBy, IvrKind } from "../../answerer/answered-by.rules.ts";
import { ANSWERER_WORDS, type AnswererKind } from "./answerer-words.data.ts";
import { foldWords, HEARD_LANGUAGES, wholeWords } from "./fold-words.ts";

/** What is known of the first seconds of a call that was answered. */
export interface FirstSeconds {
  /** What was said so far. */
  words: string;
  /** The first utterance is over: a pause followed it. */
  isWhole: boolean;
}

export interface HeardAnswerer {
  by: AnsweredBy;
  kind: IvrKind | null;
}

/** Nobody but a machine says so much without letting the other side say a word. */
const LONGEST_GREETING_WORDS = 40;

const PATTERNS = new Map<AnswererKind, readonly RegExp[]>(
  (["screening", "mailbox", "menu", "announcement"] as const).map((kind) => [
    kind,
    HEARD_LANGUAGES.flatMap((language) => ANSWERER_WORDS[kind][language].map(wholeWords)),
  ]),
);

/** How many of a kind's phrases are in the words. A telephone may speak another language than the agent, so all are looked for. */
const count = (kind: AnswererKind, folded: string): number =>
  (PATTERNS.get(kind) ?? []).reduce((sum, pattern) => sum + [...folded.matchAll(pattern)].length, 0);

/**
 * Tells who answered from the first words, and from how many there were. Null: more has to be heard. A person is nobody's
 * formula, so they are told by the end of a short utterance.
 */
export const recognizeAnswerer = ({ words, isWhole }: FirstSeconds): HeardAnswerer | null => {
  const folded = foldWords(words);
  const found = recognizeWords(folded);
  if (found !== null) return found;
  if (!isWhole) return null;
  const isLong = (folded.match(/\S+/g) ?? []).length > LONGEST_GREETING_WORDS;
  return { by: folded === "" || isLong ? "unknown" : "person", kind: null };
};

const recognizeWords = (folded: string): HeardAnswerer | null => {
  const [screening, mailbox, menu, announcement] = [
    count("screening", folded),
    count("mailbox", folded),
    count("menu", folded),
    count("announcement", folded),
  ];
  if (screening > mailbox && screening >= menu) return { by: "screening", kind: null };
  // A mailbox offers a key or two beside the tone, a menu offers a message beside its keys.
  if (mailbox > 0 && mailbox >= menu) return { by: "voicemail", kind: null };
  if (menu > 0) return { by: "ivr", kind: "menu" };
  return announcement > 0 ? { by: "ivr", kind: "announcement" } : null;
};
