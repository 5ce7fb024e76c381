import { createInlineFilter, filterInline } from "./inline-filter.ts";
import { isFence, type LineStart, readLineStart, readTableRow } from "./line-start.ts";

/**
 * Turns what a model writes into what a person says, while it streams: headings, lists, emphasis, links, tables and entities become
 * plain words; code, function calls, tags, images and emoji are left out.
 */
export interface SpeechFilter {
  /** Adds the next piece of any size; returns what can be said of it now. */
  push(piece: string): string;
  /** Ends the reply; returns the rest. */
  flush(): string;
}

/** A longer line is no row of a table. */
const LONGEST_ROW = 2_000;

/**
 * Creates the filter of one reply. It reads one character after another and decides by what came before alone, so that the output
 * does not depend on how the reply was cut into pieces.
 */
export const createSpeechFilter = (): SpeechFilter => {
  const lines = new Lines();
  return { push: (piece) => lines.push(piece), flush: () => lines.flush() };
};

class Lines implements SpeechFilter {
  readonly #inline = createInlineFilter();
  /** The beginning of a line whose kind is not known yet; null: within a line. */
  #beginning: string | null = "";
  #row: string | null = null;
  #fence: string | null = null;

  push(piece: string): string {
    let said = "";
    for (const unit of piece.split("")) said += this.#take(unit);
    return said;
  }

  flush(): string {
    if (this.#fence !== null) return "";
    if (this.#row !== null) return this.#endRow(this.#row) + this.#inline.flush();
    if (this.#beginning === null) return this.#inline.flush();
    const start = readLineStart(this.#beginning, { isEnd: true });
    const said = start.kind === "open" ? this.#goOn(this.#beginning) : this.#begin(start);
    return said + this.#inline.flush();
  }

  #take(unit: string): string {
    if (this.#fence !== null) return this.#takeInFence(this.#fence, unit);
    if (this.#row !== null) return this.#takeInRow(this.#row, unit);
    if (this.#beginning === null) return this.#takeInLine(unit);
    this.#beginning += unit;
    const start = readLineStart(this.#beginning, { isEnd: false });
    return start.kind === "open" ? "" : this.#begin(start);
  }

  #begin({ kind, rest }: Exclude<LineStart, { kind: "open" }>): string {
    switch (kind) {
      case "fence":
        this.#fence = rest;
        this.#beginning = "";
        return "";
      case "row":
        this.#row = rest;
        this.#beginning = null;
        return "";
      case "rule":
        this.#beginning = "";
        return "";
      case "text":
        return this.#goOn(rest);
    }
  }

  #goOn(text: string): string {
    this.#beginning = null;
    let said = "";
    for (const unit of text.split("")) said += this.#takeInLine(unit);
    return said;
  }

  #takeInLine(unit: string): string {
    return unit === "\n" ? this.#endLine() : this.#inline.push(unit);
  }

  #endLine(): string {
    this.#beginning = "";
    return this.#inline.flush() + this.#inline.write("\n");
  }

  #takeInFence(fence: string, unit: string): string {
    this.#beginning = unit === "\n" ? "" : (this.#beginning ?? "") + unit;
    if (!isFence(this.#beginning, fence)) return "";
    this.#fence = null;
    this.#beginning = "";
    return "";
  }

  #takeInRow(cells: string, unit: string): string {
    if (unit === "\n") return this.#endRow(cells);
    this.#row = cells + unit;
    if (this.#row.length <= LONGEST_ROW) return "";
    this.#row = null;
    return this.#goOn(cells + unit);
  }

  #endRow(cells: string): string {
    this.#row = null;
    const words = readTableRow(cells, filterInline);
    this.#beginning = "";
    return words === "" ? "" : this.#inline.flush() + this.#inline.write(words) + this.#endLine();
  }
}
