/**
 * Splits a reply into sentences while it streams: a complete sentence can be spoken while the rest is still being
 * written.
 */
export interface SentenceSplitter {
  /** Adds the next piece; returns the sentences that are now complete. */
  push(piece: string): string[];
  /** Returns the beginning of the sentence that is not complete yet. */
  rest(): string;
  /** Ends the reply; returns the rest. */
  flush(): string[];
}

/** A longer sentence is cut at a comma or the like, so that its first words are spoken early. */
const LONGEST_SENTENCE = 280;
/** Latin and Cyrillic sentences end before a space; quotes and brackets may follow the last mark. */
const ENDS_BEFORE_SPACE = /[.!?…։]+["'”’»)\]]*(?=\s)/gu;
/** Other scripts have no space after a sentence. */
const ENDS_AT_ONCE = /[。！？｡．।॥؟۔។၊။]+["'”’»」』）)\]]*/gu;
const LINE_BREAK = /\n+/g;
const BREATH = /[,;:،、，；—–]\s*/gu;

const ABBREVIATIONS = new Set(
  (
    "mr mrs ms dr prof sr jr st vs etc approx dept inc ltd corp e.g i.e a.m p.m u.s u.k " +
    "hr fr nr str bzw usw ca evtl ggf inkl z.b d.h u.a sog abs bd geb " +
    "mme mlle pr av env sra srta ud uds ej pág núm p.ej jan feb apr jun jul aug sept oct nov dec"
  ).split(" "),
);

export const createSentenceSplitter = (): SentenceSplitter => {
  let waiting = "";
  return {
    push: (piece) => {
      waiting += piece;
      const sentences: string[] = [];
      for (let end = endOf(waiting); end !== null; end = endOf(waiting)) {
        sentences.push(waiting.slice(0, end).trim().toWellFormed());
        waiting = waiting.slice(end).trimStart();
      }
      return sentences.filter(hasWords);
    },
    rest: () => waiting.trim(),
    flush: () => {
      // A reply may break off within a character, and PostgreSQL stores no half of one.
      const rest = waiting.trim().toWellFormed();
      waiting = "";
      return hasWords(rest) ? [rest] : [];
    },
  };
};

/** Splits a complete text. */
export const splitSentences = (text: string): string[] => {
  const splitter = createSentenceSplitter();
  return [...splitter.push(text), ...splitter.flush()];
};

/**
 * Returns the end of the first sentence; null while it may go on. It looks no further than a sentence may reach, because otherwise
 * each sentence of a long text would search the whole rest.
 */
const endOf = (text: string): number | null => {
  const near = text.slice(0, LONGEST_SENTENCE + 1);
  const ends = [
    near.matchAll(ENDS_BEFORE_SPACE).find((mark) => isEnd(near, mark)),
    near.matchAll(ENDS_AT_ONCE).next().value,
    near.matchAll(LINE_BREAK).find(({ index }) => hasWords(near.slice(0, index))),
  ]
    .filter((mark) => mark !== undefined)
    .map(({ index, 0: mark }) => index + mark.length);
  const end = ends.length > 0 ? Math.min(...ends) : null;
  return end !== null && end <= LONGEST_SENTENCE ? end : (breathIn(text) ?? end);
};

/** A full stop after an abbreviation, an initial or the number of a list does not end a sentence. */
const isEnd = (text: string, mark: RegExpExecArray): boolean => {
  if (!mark[0].startsWith(".") || mark[0].startsWith("..")) return true;
  const before = text.slice(0, mark.index);
  const word = /\S+$/u.exec(before)?.[0].replace(/^[("'“‘«[]+/u, "") ?? "";
  if (/^\p{L}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase())) return false;
  return !/^\s*\d{1,3}$/.test(before);
};

const breathIn = (text: string): number | null => {
  if (text.length <= LONGEST_SENTENCE) return null;
  const breaths = [...text.slice(0, LONGEST_SENTENCE).matchAll(BREATH)].map(
    ({ index, 0: mark }) => index + mark.length,
  );
  const last = breaths.at(-1) ?? text.lastIndexOf(" ", LONGEST_SENTENCE);
  if (last > 0) return last;
  return isWithinCharacter(text, LONGEST_SENTENCE) ? LONGEST_SENTENCE - 1 : LONGEST_SENTENCE;
};

/** Tells whether a cut at this place leaves the halves of a character, such as an emoji, on both sides. */
const isWithinCharacter = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.slice(at, at + 1));

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
