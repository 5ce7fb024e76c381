const HEAD_BYTES = 64_000;
const ROWS_SHOWN = 5;

export interface FileHead {
  columns: string[];
  rows: string[][];
}

/** Reads the first rows of a CSV file; null for any other file, such as an Excel file. */
export const readHead = async (file: File): Promise<FileHead | null> => {
  if (!file.name.toLowerCase().endsWith(".csv")) return null;
  const text = (await file.slice(0, HEAD_BYTES).text()).replace(/^\uFEFF/, "");
  const [columns = [], ...rows] = parseRows(text, separatorOf(text));
  return { columns, rows: rows.slice(0, ROWS_SHOWN) };
};

const separatorOf = (text: string): string => {
  const head = text.split("\n", 1)[0] ?? "";
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ",";
};

/** Fields in double quotes may hold separators, line breaks and, doubled, quotes. */
const parseRows = (text: string, separator: string): string[][] => {
  const rows: string[][] = [[]];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    rows.at(-1)?.push(field);
    field = "";
  };
  for (let at = 0; at < text.length && rows.length <= ROWS_SHOWN + 2; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') {
      if (isQuoted && text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (isQuoted) field += character;
    else if (character === separator) endField();
    else if (character === "\n") {
      endField();
      rows.push([]);
    } else if (character !== "\r") field += character;
  }
  endField();
  return rows.filter((row) => row.some((cell) => cell !== ""));
};

const NAMES = {
  phone_number: ["phone_number", "phone", "mobile", "number", "telephone", "telefon", "rufnummer"],
  name: ["name", "full_name", "fullname"],
  timezone: ["timezone", "time_zone", "tz"],
} as const;
export type Target = keyof typeof NAMES;

/** Returns the column whose title names this field, if any. */
export const guessColumn = (columns: readonly string[], target: Target): string | undefined => {
  const isNamed = (column: string) =>
    NAMES[target].some(
      (name) =>
        name ===
        column
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, "_"),
    );
  return columns.find(isNamed);
};
