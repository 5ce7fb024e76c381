/** The kind of a line, by its first characters. `rest`: what of them belongs to its text. */
export type LineStart =
  /** More characters decide. */
  | { kind: "open" }
  | { kind: "text"; rest: string }
  | { kind: "fence"; rest: string }
  | { kind: "row"; rest: string }
  /** A line of marks alone, which says nothing. */
  | { kind: "rule"; rest: "" };

/** No mark at the beginning of a line is longer. */
const LONGEST_MARK = 60;

const BLANK = /^[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})([^`\n]*)\n$/;
const FENCE_BEGUN = /^[ \t]*(?:`{1,2}|~{1,2}|(?:`{3,}|~{3,})[^`\n]*)$/;
const MARKS = /^[ \t]*(?:#{1,6}[ \t]+|[-*+•–▪◦‣●][ \t]+(?:\[[ xX]\][ \t]+)?|>[ \t]+)/u;
const MARKS_BEGUN = /^[ \t]*(?:#{1,6}[ \t]*|[-*+•–▪◦‣●][ \t]*(?:\[(?:[ xX]\]?[ \t]*)?)?|>[ \t]*)$/u;
const RULE = /^[ \t]*(?:(?:[-=*_][ \t]*){3,}|[|:\-= \t]*\|[|:\-= \t]*-{2,}[|:\-= \t]*|-{3,}[|:\-= \t]*)\n$/;
const RULE_BEGUN = /^[ \t]*[-=*_|:][-=*_|: \t]*$/;

/** Reads the beginning of a line, which may end in its line break. */
export const readLineStart = (text: string, { isEnd }: { isEnd: boolean }): LineStart => {
  const line = isEnd && !text.endsWith("\n") ? `${text}\n` : text;
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return { kind: "fence", rest: fence };
  if (RULE.test(line)) return { kind: "rule", rest: "" };
  if (isEnd) return { kind: "text", rest: withoutMarks(text) };
  const mayGoOn = text.length <= LONGEST_MARK && !text.endsWith("\n");
  if (mayGoOn && (BLANK.test(text) || FENCE_BEGUN.test(text) || RULE_BEGUN.test(text) || isMarkBegun(text))) {
    return { kind: "open" };
  }
  if (/^[ \t]*\|/.test(text)) return readRow(text);
  return { kind: "text", rest: withoutMarks(text) };
};

const readRow = (text: string): LineStart =>
  text.endsWith("\n") ? { kind: "text", rest: text } : { kind: "row", rest: text };

/** Marks may follow each other, as in a quoted list. */
const withoutMarks = (text: string): string => {
  const rest = text.replace(MARKS, "");
  return rest === text ? text.trimStart() || text.slice(-1).replace(/[ \t]/, "") : withoutMarks(rest);
};

const isMarkBegun = (text: string): boolean => {
  const rest = text.replace(MARKS, "");
  return MARKS_BEGUN.test(text) || MARKS_BEGUN.test(rest) || (rest !== text && (rest === "" || isMarkBegun(rest)));
};

/** Tells whether a line closes the code that this fence opened. */
export const isFence = (line: string, fence: string): boolean => line.trim().startsWith(fence);

/** Returns the cells of a row as a person would read them. */
export const readTableRow = (row: string, read: (cell: string) => string): string => {
  if (RULE.test(`${row}\n`)) return "";
  const cells = row.split(/(?<!\\)\|/).map((cell) => read(cell.trim()).trim());
  const words = cells.filter((cell) => cell !== "").join(", ");
  return words === "" || /[.!?…:]$/.test(words) ? words : `${words}.`;
};
