/** One thing that was said, as far as it was heard. */
export interface SaidWords {
  /** The entry of the transcript. */
  id: number;
  text: string;
}

/** Some of what was said in a row, as it is searched. */
export interface SpokenPassage {
  ordinal: number;
  text: string;
  /** Where each entry begins in the text, in order. */
  entries: { id: number; start: number }[];
}

/** Some turns in a row: enough that a question is found with its answer. */
const PASSAGE_CHARACTERS = 600;
/** A conversation in writing may go on for years; what was said later than this is not searched, so that its cost is bounded. */
export const MOST_SPOKEN_PASSAGES = 400;

/**
 * Cuts what was said in a conversation into passages; each begins with the entry after the last one of the passage before. The same
 * words are always cut alike, so that a passage is found again by its number.
 */
export const cutSpokenWords = (words: readonly SaidWords[]): SpokenPassage[] => {
  const passages: SpokenPassage[] = [];
  let last: SpokenPassage | undefined;
  for (const { id, text } of words.flatMap(splitLong)) {
    if (text.trim() === "") continue;
    if (!last || last.text.length + text.length > PASSAGE_CHARACTERS) {
      if (passages.length === MOST_SPOKEN_PASSAGES) break;
      last = { ordinal: passages.length, text: "", entries: [] };
      passages.push(last);
    }
    const start = last.text === "" ? 0 : last.text.length + 1;
    last.entries.push({ id, start });
    last.text = last.text === "" ? text : `${last.text}\n${text}`;
  }
  return passages;
};

/** What is longer than a passage becomes several, at the last blank that fits. */
const splitLong = ({ id, text }: SaidWords): SaidWords[] => {
  const parts: SaidWords[] = [];
  let rest = text;
  while (rest.length > PASSAGE_CHARACTERS) {
    const blank = rest.lastIndexOf(" ", PASSAGE_CHARACTERS);
    const end = blank > 0 ? blank : wholeCharacters(rest, PASSAGE_CHARACTERS);
    parts.push({ id, text: rest.slice(0, end) });
    rest = rest.slice(end).trimStart();
  }
  return [...parts, { id, text: rest }];
};

const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** A character of two units is not cut in the middle. */
const wholeCharacters = (text: string, end: number): number =>
  HIGH_SURROGATE.test(text.slice(0, end)) ? end - 1 : end;

/** Returns the entry that holds this place of a passage. */
export const findEntryAt = ({ entries }: SpokenPassage, place: number): number | null =>
  entries.findLast(({ start }) => start <= place)?.id ?? entries[0]?.id ?? null;
