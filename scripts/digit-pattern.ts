/** A set of states of a pattern's automaton, sorted. */
export type States = readonly number[];

/** An automaton that reads national numbers digit by digit. */
export interface DigitPattern {
  start: States;
  step(states: States, digit: string): States;
  accepts(states: States): boolean;
}

interface Automaton {
  /** For each state: the digits it reads and where it goes; null reads nothing. */
  edges: { digits: string | null; to: number }[][];
}

interface Part {
  from: number;
  to: number;
}

/**
 * Reads a regular expression of libphonenumber's metadata: digits, `\d`, classes, groups, alternatives, `?`, `{n}` and `{n,m}`.
 * Throws on anything else, so that a new form in the metadata is noticed.
 */
export const readDigitPattern = (source: string): DigitPattern => {
  const automaton: Automaton = { edges: [] };
  const reader = new PatternReader(source, automaton);
  const whole = reader.readAll();
  const close = (states: Iterable<number>): States => {
    const seen = new Set(states);
    for (const state of seen)
      for (const { digits, to } of automaton.edges[state] ?? []) if (digits === null) seen.add(to);
    return [...seen].toSorted((a, b) => a - b);
  };
  return {
    start: close([whole.from]),
    step: (states, digit) =>
      close(
        states.flatMap((state) =>
          (automaton.edges[state] ?? []).flatMap(({ digits, to }) => (digits?.includes(digit) ? [to] : [])),
        ),
      ),
    accepts: (states) => states.includes(whole.to),
  };
};

const ALL_DIGITS = "0123456789";

class PatternReader {
  #at = 0;
  readonly #source: string;
  readonly #automaton: Automaton;

  constructor(source: string, automaton: Automaton) {
    this.#source = source;
    this.#automaton = automaton;
  }

  readAll(): Part {
    const whole = this.#readAlternatives();
    if (this.#at < this.#source.length) throw this.#unknown();
    return whole;
  }

  #state(): number {
    return this.#automaton.edges.push([]) - 1;
  }

  #connect(from: number, to: number, digits: string | null = null): void {
    this.#automaton.edges[from]?.push({ digits, to });
  }

  #readAlternatives(): Part {
    const part = { from: this.#state(), to: this.#state() };
    do {
      const { from, to } = this.#readSequence();
      this.#connect(part.from, from);
      this.#connect(to, part.to);
    } while (this.#takes("|"));
    return part;
  }

  #readSequence(): Part {
    const from = this.#state();
    let to = from;
    while (this.#at < this.#source.length && !"|)".includes(this.#peek())) {
      const begin = this.#at;
      this.#readAtom();
      const end = this.#at;
      const [fewest, most] = this.#readCount();
      const after = this.#at;
      const ends: number[] = fewest === 0 ? [to] : [];
      for (let time = 1; time <= most; time += 1) {
        this.#at = begin;
        const atom = this.#readAtom();
        if (this.#at !== end) throw this.#unknown();
        this.#connect(to, atom.from);
        to = atom.to;
        if (time >= fewest) ends.push(to);
      }
      this.#at = after;
      const joined = this.#state();
      for (const end of ends) this.#connect(end, joined);
      to = joined;
    }
    return { from, to };
  }

  #readAtom(): Part {
    if (this.#takes("(?:") || this.#takes("(")) {
      const group = this.#readAlternatives();
      if (!this.#takes(")")) throw this.#unknown();
      return group;
    }
    const part = { from: this.#state(), to: this.#state() };
    this.#connect(part.from, part.to, this.#readDigits());
    return part;
  }

  #readDigits(): string {
    if (this.#takes("\\d")) return ALL_DIGITS;
    const [text = "", digit, members = ""] = /^(?:(\d)|\[([\d-]+)\])/.exec(this.#source.slice(this.#at)) ?? [];
    if (text === "") throw this.#unknown();
    this.#at += text.length;
    if (digit !== undefined) return digit;
    return members.replaceAll(/(\d)-(\d)/g, (_, first: string, last: string) =>
      ALL_DIGITS.slice(Number(first), Number(last) + 1),
    );
  }

  #readCount(): [fewest: number, most: number] {
    if (this.#takes("?")) return [0, 1];
    const [text, fewest, most = fewest] = /^\{(\d+)(?:,(\d+))?\}/.exec(this.#source.slice(this.#at)) ?? [];
    if (text === undefined) return [1, 1];
    this.#at += text.length;
    return [Number(fewest), Number(most)];
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #unknown(): Error {
    return new Error(`the pattern ${this.#source} cannot be read at ${this.#at}`);
  }
}
