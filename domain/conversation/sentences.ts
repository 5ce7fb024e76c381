/** Cuts a reply into sentences while it streams: what is whole can be spoken while the rest is still being written. */
export interface SentenceSplitter {
  /** Takes the next piece; gives the sentences that are whole now. */
  push(piece: string): string[];
  /** What is there of the sentence that is not whole yet. */
  rest(): string;
  /** The reply is at its end: what is left. */
  flush(): string[];
}

/** One is cut where a breath is taken, so that the first words are not waited for. */
const LONGEST_SENTENCE = 280;
/** Latin and Cyrillic sentences end before a space; the last mark may be followed by quotes and brackets. */
const ENDS_BEFORE_SPACE = /[.!?…։]+["'”’»)\]]*(?=\s)/gu;
/** Other scripts leave no space. */
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
        sentences.push(waiting.slice(0, end).trim());
        waiting = waiting.slice(end).trimStart();
      }
      return sentences.filter(hasWords);
    },
    rest: () => waiting.trim(),
    flush: () => {
      const rest = waiting.trim();
      waiting = "";
      return hasWords(rest) ? [rest] : [];
    },
  };
};

/** A whole text at once. */
export const sentencesOf = (text: string): string[] => {
  const splitter = createSentenceSplitter();
  return [...splitter.push(text), ...splitter.flush()];
};

/** Where the first sentence ends; null while it may go on. */
const endOf = (text: string): number | null => {
  const ends = [
    ...[...text.matchAll(ENDS_BEFORE_SPACE)].filter((mark) => isEnd(text, mark)).slice(0, 1),
    ...[...text.matchAll(ENDS_AT_ONCE)].slice(0, 1),
    ...[...text.matchAll(LINE_BREAK)].filter(({ index }) => hasWords(text.slice(0, index))).slice(0, 1),
  ].map(({ index, 0: mark }) => index + mark.length);
  const end = ends.length > 0 ? Math.min(...ends) : null;
  return end !== null && end <= LONGEST_SENTENCE ? end : (breathIn(text) ?? end);
};

/** A full stop after an abbreviation, an initial, or the number of a list ends nothing. */
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
  return last > 0 ? last : LONGEST_SENTENCE;
};

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
