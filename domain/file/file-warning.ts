/** What the answer to a read file says about it, although the file was read. */
export const FILE_WARNING_CODES = [
  "encoding_found",
  "undecodable_text",
  "other_number_column",
  "shared_number",
  "other_sheets",
  "hidden_sheets",
  "hidden_rows",
  "hidden_columns",
  "struck_cells",
] as const;

export type FileWarningCode = (typeof FILE_WARNING_CODES)[number];

export interface FileWarning {
  code: FileWarningCode;
  /** How many rows, characters, sheets or columns it concerns. */
  count: number;
  /** The name that the sentence needs: of an encoding, a column or a sheet. */
  detail: string | null;
}

/** Adds up the warnings of several parts of a file: one for each code, with the first detail. */
export const addWarnings = (...parts: (readonly FileWarning[])[]): FileWarning[] => {
  const byCode = new Map<FileWarningCode, FileWarning>();
  for (const { code, count, detail } of parts.flat()) {
    const before = byCode.get(code);
    byCode.set(code, { code, count: (before?.count ?? 0) + count, detail: before?.detail ?? detail });
  }
  return [...byCode.values()].filter(({ count }) => count > 0);
};

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const SENTENCES: Readonly<Record<FileWarningCode, (warning: FileWarning) => string>> = {
  encoding_found: ({ detail }) =>
    `The file does not say its encoding; it was read as ${detail}. If names look wrong, send it again with \`encoding\`.`,
  undecodable_text: ({ count, detail }) =>
    `${counted(count, "character was", "characters were")} not readable in ${detail} and ${count === 1 ? "is" : "are"} shown as \uFFFD; send the file again with the right \`encoding\`.`,
  other_number_column: ({ count, detail }) =>
    `${counted(count, "row has", "rows have")} no number in the first column of numbers; the next one (${detail}) was taken.`,
  shared_number: ({ count, detail }) =>
    `${counted(count, "row has", "rows have")} the number of an earlier row under another name; the ${detail} name was kept.`,
  other_sheets: ({ count, detail }) =>
    `Only the first visible sheet (${detail}) was read; ${counted(count, "other was", "others were")} left out.`,
  hidden_sheets: ({ count }) => `${counted(count, "hidden sheet was", "hidden sheets were")} left out.`,
  hidden_rows: ({ count }) => `${counted(count, "hidden row was", "hidden rows were")} left out.`,
  hidden_columns: ({ count }) => `${counted(count, "hidden column was", "hidden columns were")} left out.`,
  struck_cells: ({ count }) =>
    `${counted(count, "cell holds", "cells hold")} text that is struck out, which was left out.`,
};

/** Returns a warning as answers show it, with a sentence for people. */
export const presentWarning = (warning: FileWarning) => ({
  code: warning.code,
  count: warning.count,
  message: SENTENCES[warning.code](warning),
});
