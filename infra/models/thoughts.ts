/** The marks around what a model thinks, as servers pass them on that take no thoughts out themselves. */
const MARKS: readonly (readonly [opening: string, closing: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<seed:think>", "</seed:think>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
  // What gpt-oss writes where its server does not read its channels.
  ["<|channel|>analysis<|message|>", "<|channel|>final<|message|>"],
];
const TAGS = MARKS.flat();
const LONGEST_TAG = Math.max(...TAGS.map((tag) => tag.length));

export interface ThoughtRemover {
  /** Adds a piece; returns the text that is certainly none of the thoughts. */
  push(piece: string): string;
  /** No longer waits for the end of a thought that may have begun without a tag. */
  release(): string;
  /** Ends the reply. A thought without an end is left out. */
  flush(): string;
  /** Tells whether the reply ended a thought that it had not begun. */
  beganWithin(): boolean;
  /** Tells whether text waits because it may be a thought. */
  holds(): boolean;
}

/**
 * Takes thoughts out of a reply, in whatever pieces it comes. `holds`: the reply may begin within a thought, because some templates
 * write the opening tag themselves, so its text waits for the closing one.
 */
export const createThoughtRemover = ({ holds }: { holds: boolean }): ThoughtRemover => {
  const reply = new Reply(holds);
  return {
    push: (piece) => reply.push(piece),
    release: () => reply.release(),
    flush: () => reply.flush(),
    beganWithin: () => reply.beganWithin(),
    holds: () => reply.holds(),
  };
};

class Reply implements ThoughtRemover {
  #buffer = "";
  #searchedTo = 0;
  #closing: string | null = null;
  #isHeld: boolean;
  #beganWithin = false;
  #isFirstTag = true;

  constructor(holds: boolean) {
    this.#isHeld = holds;
  }

  push(piece: string): string {
    this.#buffer += piece;
    return this.#readOn();
  }

  release(): string {
    this.#isHeld = false;
    return this.#readOn();
  }

  flush(): string {
    const rest = this.#closing === null ? this.#buffer : "";
    this.#buffer = "";
    return rest;
  }

  beganWithin(): boolean {
    return this.#beganWithin;
  }

  holds(): boolean {
    return this.#isHeld;
  }

  #readOn(): string {
    let text = "";
    for (let before = this.#readTag(); before !== null; before = this.#readTag()) {
      text += before;
      this.#isFirstTag = false;
    }
    return text + this.#takeSafe();
  }

  /** Goes on to the next tag, if there is one; returns the text before it. */
  #readTag(): string | null {
    const found = findTag(this.#buffer, this.#closing === null ? TAGS : [this.#closing], this.#searchedTo);
    if (found === null) {
      this.#searchedTo = Math.max(0, this.#buffer.length - LONGEST_TAG);
      return null;
    }
    const before = this.#buffer.slice(0, found.at);
    this.#drop(found.at + found.tag.length);
    if (this.#closing !== null) {
      this.#closing = null;
      return "";
    }
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    this.#closing = MARKS.find(([opening]) => opening === found.tag)?.[1] ?? null;
    if (this.#closing !== null) return before;
    // A closing tag that nothing has opened: all before it was a thought.
    this.#beganWithin ||= this.#isFirstTag;
    return wasHeld ? "" : before;
  }

  #takeSafe(): string {
    if (this.#isHeld) return "";
    const isThought = this.#closing !== null;
    const kept = isThought ? Math.min(this.#buffer.length, LONGEST_TAG) : beginningOfTag(this.#buffer);
    const safe = this.#buffer.slice(0, this.#buffer.length - kept);
    this.#drop(safe.length);
    return isThought ? "" : safe;
  }

  #drop(length: number): void {
    this.#buffer = this.#buffer.slice(length);
    this.#searchedTo = 0;
  }
}

const findTag = (text: string, tags: readonly string[], from: number) => {
  const lower = toAsciiLower(text.slice(from));
  const found = tags
    .map((tag) => ({ tag, at: lower.indexOf(tag) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  return found[0] ? { tag: found[0].tag, at: found[0].at + from } : null;
};

/** Other capitals may become longer in lower case. */
const toAsciiLower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns how many of the last characters may be the beginning of a tag. */
const beginningOfTag = (text: string): number => {
  const end = toAsciiLower(text.slice(-LONGEST_TAG));
  for (let length = end.length; length > 0; length -= 1) {
    if (TAGS.some((tag) => tag.length > length && tag.startsWith(end.slice(-length)))) return length;
  }
  return 0;
};

/** Models whose templates often begin the thought, by the words in their names. */
const THINKERS = /\br1\b|qwq|think|reason|magistral|minimax-?m|nemotron|glm-[45]|deepcogito|exaone-deep/i;

export const isThinkerByName = (model: string): boolean => THINKERS.test(model);
