const SPACE = /\s/;
const ENDING = /[.!?…"'”’»)\]]/;
/** Punctuation that no space precedes once a sign before it is gone. */
const CLOSING = /[.,;:!?…)]/;
const JOINER = "\u200d";

export const isEdge = (unit: string): boolean => unit === "" || SPACE.test(unit);

/** Writes what is said, with one space where something between two spaces was left out. */
export interface SpacedText {
  say(text: string): string;
  /** Notes that something is left out here. */
  drop(): "";
  /** Leaves out the spaces that wait for a word. */
  dropSpaces(): void;
  /** The last character that was said. */
  last(): string;
}

export const createSpacedText = (): SpacedText => {
  let spaces = "";
  let isAfterDrop = false;
  let last = "";
  /** A space waits for the word after it, unless it ends a sentence, which is spoken at once. */
  const sayOne = (character: string): string => {
    if (character === JOINER && isAfterDrop) return "";
    if (character === "\n" || (SPACE.test(character) && spaces === "" && ENDING.test(last))) {
      spaces = "";
      last = character;
      return character;
    }
    if (SPACE.test(character)) {
      const isRepeated = isAfterDrop && (spaces !== "" || isEdge(last));
      if (!isRepeated) spaces += character;
      return "";
    }
    const gap = isAfterDrop && CLOSING.test(character) ? "" : spaces;
    spaces = "";
    isAfterDrop = false;
    last = character;
    return gap + character;
  };
  return {
    say: (text) => {
      let said = "";
      for (const character of text) said += sayOne(character);
      return said;
    },
    drop: () => {
      isAfterDrop = true;
      return "";
    },
    dropSpaces: () => {
      spaces = "";
    },
    last: () => last,
  };
};
