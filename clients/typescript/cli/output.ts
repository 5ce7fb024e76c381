import { RingdownError } from "../src/index.ts";
import type { Terminal } from "./terminal.ts";

const WIDEST_CELL = 40;
const MOST_COLUMNS = 8;

/** Writes an answer: JSON for programs, a table or lines of fields for people. */
export const writeAnswer = (
  answer: unknown,
  { terminal, asJson, field }: { terminal: Terminal; asJson: boolean; field?: string | undefined },
): void => {
  if (answer === undefined) return;
  if (field !== undefined) return terminal.out(`${rawText(Reflect.get(Object(answer), field))}\n`);
  terminal.out(asJson ? `${JSON.stringify(answer, null, 2)}\n` : formatAnswer(answer));
};

const formatAnswer = (answer: unknown): string => {
  if (Array.isArray(answer)) return formatTable(answer);
  if (typeof answer !== "object" || answer === null) return `${String(answer)}\n`;
  const fields = Object.entries(answer);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`).join("");
};

/** Columns are the plain fields of the first row: the others do not fit in a line. */
const formatTable = (rows: readonly unknown[]): string => {
  const [first] = rows;
  if (first === undefined) return "nothing\n";
  if (typeof first !== "object" || first === null) return rows.map((row) => `${textOf(row)}\n`).join("");
  const names = Object.entries(first)
    .filter(([, value]) => typeof value !== "object" || value === null)
    .map(([name]) => name)
    .slice(0, MOST_COLUMNS);
  const cells = [names, ...rows.map((row) => names.map((name) => cut(textOf(Reflect.get(Object(row), name)))))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
};

/** For scripts: a text without quotes, and nothing for null. */
const rawText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));

const cut = (text: string): string => (text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text);

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "-";
  // A line break or an escape in an answer must not act on the terminal.
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
};

/** Writes why a command ended: for people a sentence, for programs the error's fields. */
export const writeError = (error: unknown, { terminal, asJson }: { terminal: Terminal; asJson: boolean }): void => {
  const message = error instanceof Error ? error.message : String(error);
  const { status, code, requestId, faults } =
    error instanceof RingdownError ? error : { status: null, code: null, requestId: null, faults: [] };
  if (asJson) {
    const told = { message, ...(status !== null && { status, code, request_id: requestId, faults }) };
    return terminal.err(`${JSON.stringify({ error: told })}\n`);
  }
  const more = [...(code ? [code] : []), ...(requestId ? [`request ${requestId}`] : [])].join(", ");
  terminal.err(`${paint("error:", 31, terminal)} ${message}${more ? ` (${more})` : ""}\n`);
};

/** Colours text for people, unless they want none (`NO_COLOR`). */
export const paint = (text: string, colour: number, { isTty, env }: Terminal): string =>
  isTty && !env["NO_COLOR"] ? `\u001b[${colour}m${text}\u001b[0m` : text;
