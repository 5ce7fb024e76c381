import { type Reading, readEntity, readLabel, readTag } from "./inline-marks.ts";
import { createSpacedText, isEdge } from "./spaced-text.ts";
import { isAddressBegun, sayAddress } from "./spoken-address.ts";

export interface InlineFilter {
  /** Adds one UTF-16 unit. */
  push(unit: string): string;
  /** Adds text as it is. */
  write(text: string): string;
  /** Ends the line. */
  flush(): string;
}

const WORD = /[\p{L}\p{N}_]/u;
const EMPHASIS = /[*_~`]/;
/** Drawn signs, with what modifies them; the signs of copyright and trade marks are words. */
const DRAWN = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u{1f1e6}-\u{1f1ff}]|\ufe0e|\ufe0f|\u20e3/u;
/** Characters that nobody sees. Joiners (U+200C, U+200D) belong to the words of some languages. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;

/** What is gathered until it is known. */
type Held = { kind: "run" | "label" | "tag" | "entity" | "address" | "escape" | "image" | "half"; text: string };

/** Filters the text of one line, unit by unit. Hidden parts, such as a written function call, may span lines. */
export const createInlineFilter = (): InlineFilter => new InlineText();

class InlineText implements InlineFilter {
  readonly #text = createSpacedText();
  #held: Held | null = null;
  /** The last unit that came, whether or not it was said. */
  #before = "";
  #hidden: { until: string | null; text: string } | null = null;

  push(unit: string): string {
    if (this.#hidden !== null) return this.#takeHidden(this.#hidden, unit);
    return this.#held === null ? this.#begin(unit) : this.#goOn(this.#held, unit);
  }

  write(text: string): string {
    return this.#hidden === null ? this.#text.say(text) : "";
  }

  flush(): string {
    const said = this.#end();
    this.#before = "";
    return said;
  }

  #begin(unit: string): string {
    const kind = kindOf(unit, this.#before);
    if (kind !== null) return this.#hold(kind, unit);
    const isBar = unit === "|" && isEdge(this.#before);
    this.#before = unit;
    return isBar ? this.#sayBar() : this.#sayUnit(unit);
  }

  /** A bar between spaces parts cells or choices. */
  #sayBar(): string {
    this.#text.dropSpaces();
    return isEdge(this.#text.last()) ? this.#text.drop() : this.#text.say(",");
  }

  #goOn(now: Held, unit: string): string {
    const text = now.text + unit;
    switch (now.kind) {
      case "half":
        this.#held = null;
        return this.#sayUnit(text);
      case "run":
        if (unit === now.text.charAt(0)) return this.#hold("run", text);
        return this.#endRun(now.text, unit) + this.push(unit);
      case "escape":
        this.#held = null;
        if (!/[!-/:-@[-`{-~]/.test(unit)) return this.#text.say("\\") + this.push(unit);
        this.#before = unit;
        return this.#text.say(unit);
      case "image":
        return unit === "[" ? this.#hold("label", text) : this.#giveUp(text);
      case "label":
        return this.#settle(now.kind, readLabel(text, filterInline), text);
      case "tag":
        return this.#settle(now.kind, readTag(text), text);
      case "entity":
        return this.#settle(now.kind, readEntity(text), text);
      case "address":
        if (isAddressBegun(text)) return this.#hold("address", text);
        return this.#endAddress(now.text) + this.push(unit);
    }
  }

  #hold(kind: Held["kind"], text: string): string {
    this.#held = { kind, text };
    return "";
  }

  #settle(kind: Held["kind"], reading: Reading, text: string): string {
    switch (reading.kind) {
      case "open":
        return this.#hold(kind, text);
      case "none":
        return this.#giveUp(text);
      case "hidden":
        this.#held = null;
        this.#hidden = { until: reading.until, text: "" };
        return this.#text.drop();
      case "said": {
        this.#held = null;
        this.#before = text.charAt(text.length - 1 - reading.rest.length);
        const said = reading.text === "" ? this.#text.drop() : this.#text.say(reading.text);
        return said + this.#pushAll(reading.rest);
      }
    }
  }

  /** Goes on after what was held: the first unit is said as it is, the others are read anew. */
  #giveUp(text: string): string {
    this.#held = null;
    this.#before = text.charAt(0);
    return this.#sayUnit(this.#before) + this.#pushAll(text.slice(1));
  }

  #pushAll(text: string): string {
    let said = "";
    for (const unit of text.split("")) said += this.push(unit);
    return said;
  }

  /** A run of marks of emphasis is known by what stands on both sides of it. */
  #endRun(run: string, next: string): string {
    this.#held = null;
    if (!isKeptRun(run, this.#before, next)) return this.#text.drop();
    this.#before = run.charAt(0);
    return this.#text.say(run);
  }

  #endAddress(address: string): string {
    const said = sayAddress(address);
    if (said === null) return this.#giveUp(address);
    this.#held = null;
    this.#before = address.slice(-1);
    return this.#text.say(said);
  }

  #sayUnit(unit: string): string {
    if (DRAWN.test(unit)) return this.#text.drop();
    return UNSEEN.test(unit) ? "" : this.#text.say(unit);
  }

  #takeHidden(part: { until: string | null; text: string }, unit: string): string {
    if (part.until === null) return "";
    const text = (part.text + unit).slice(-part.until.length);
    this.#hidden = text.toLowerCase() === part.until ? null : { until: part.until, text };
    return "";
  }

  #end(): string {
    if (this.#held === null) return "";
    const { kind, text } = this.#held;
    if (kind === "run") return this.#endRun(text, "");
    if (kind === "address") return this.#endAddress(text) + this.#end();
    // The line's end decides what more text could have become.
    const reading: Reading = kind === "label" ? readLabel(`${text}\n`, filterInline) : { kind: "none" };
    if (reading.kind !== "said") return this.#giveUp(text) + this.#end();
    return this.#settle(kind, { ...reading, rest: reading.rest.replace(/\n$/, "") }, text) + this.#end();
  }
}

const kindOf = (unit: string, before: string): Held["kind"] | null => {
  if (/[\ud800-\udbff]/.test(unit)) return "half";
  if (EMPHASIS.test(unit)) return "run";
  if (/[hw]/i.test(unit)) return WORD.test(before) ? null : "address";
  return MARKS[unit] ?? null;
};

const MARKS: Readonly<Record<string, Held["kind"]>> = {
  "[": "label",
  "!": "image",
  "<": "tag",
  "&": "entity",
  "\\": "escape",
};

/** Tells whether marks that may be emphasis are none: between numbers or spaces, or within a name. */
const isKeptRun = (run: string, before: string, next: string): boolean => {
  const mark = run.charAt(0);
  if (mark === "`") return false;
  if (mark === "~") return run.length === 1;
  const isAlone = isEdge(before) && isEdge(next) && run.length === 1;
  const isProduct = /\d/.test(before) && /\d/.test(next) && run.length === 1;
  return isAlone || isProduct || (mark === "_" && WORD.test(before) && WORD.test(next));
};

/** Filters a text that is whole and within one line. */
export const filterInline = (text: string): string => {
  const inline = createInlineFilter();
  let said = "";
  for (const unit of text.split("")) said += inline.push(unit);
  return said + inline.flush();
};
