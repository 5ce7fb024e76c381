/** The encodings that a request may name, by their names on the web; other labels of the same ones are taken too. */
export const TEXT_ENCODINGS = [
  "utf-8", "utf-16le", "utf-16be",
  "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
  "windows-1257", "windows-1258", "windows-874", "iso-8859-2", "iso-8859-15", "koi8-r", "koi8-u", "ibm866", "macintosh",
  "x-mac-cyrillic", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr",
] as const; // biome-ignore format: a list of words

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Returns the encoding that a label means (`latin1` is windows-1252, `sjis` shift_jis); null: none of ours. */
export const readEncoding = (label: string): TextEncoding | null => {
  const name = nameOf(
    label
      .trim()
      .toLowerCase()
      .replace(/^cp-?(125\d)$/, "windows-$1")
      .replace(/^cp932$/, "shift_jis"),
  );
  return TEXT_ENCODINGS.find((encoding) => encoding === name) ?? null;
};

const nameOf = (label: string): string | null => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
};

/** In these, ASCII bytes may mean other letters, so that a text in them may be valid UTF-8 and mean something else. */
const NO_SUPERSETS_OF_ASCII: readonly TextEncoding[] = ["utf-16le", "utf-16be", "iso-2022-jp"];

/** Tells whether ASCII text is the same in this encoding. */
export const extendsAscii = (encoding: TextEncoding): boolean => !NO_SUPERSETS_OF_ASCII.includes(encoding);

/** The refusal of an encoding for a workbook, in which it would do nothing. */
export const WORKBOOK_HAS_NO_ENCODING = "An Excel file says itself how its text is encoded; leave `encoding` out.";
