import type { TextEncoding } from "../../domain/file/text-encoding.ts";

const NON_LATIN = "[\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Thai}]";

/** What people do not write, and how much less likely each place of it makes a reading. */
const ODDITIES: readonly { found: RegExp; factor: number }[] = [
  // A capital within a word, ASCII's own (McDonald) left out.
  { found: /(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<=\p{L})(?![A-Z])\p{Lu}(?=\p{Ll})/gu, factor: 0.3 },
  // A sign beside a letter.
  { found: /(?<=\p{L})[^\p{L}\p{M}\p{N}\p{P}\s]|[^\p{L}\p{M}\p{N}\p{P}\s](?=\p{L})/gu, factor: 0.5 },
  { found: /(?<=\p{L})[¡¿„“”‚‘«»…†‡‰‹›–—•·¶§ªº](?=\p{L})|[‘’“”»ªº¶§](?=\p{Ll})/gu, factor: 0.4 },
  // Two scripts in one word.
  { found: new RegExp(`\\p{Script=Latin}(?=${NON_LATIN})|${NON_LATIN}(?=\\p{Script=Latin})`, "gu"), factor: 0.05 },
  // Letters of Serbian and Macedonian, where those of Russian are in the neighbouring code page.
  { found: /[ЂЃѓЉЊЌЋЏђљњќћџЅѕЈј]/gu, factor: 0.6 },
];

/** Rates a decoded text between 0 and 1 by how much in it looks as people write. */
export const rateLetters = (text: string): number =>
  ODDITIES.reduce((rate, { found, factor }) => rate * factor ** (text.match(found)?.length ?? 0), 1);

type Commonness = (lead: number, trail: number) => boolean;

const isWithin = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** Where the common characters of each double-byte code page are: its punctuation, kana and first level of characters. */
const COMMON: Partial<Record<TextEncoding, Commonness>> = {
  shift_jis: (lead) => isWithin(lead, 0x81, 0x97) || isWithin(lead, 0xa0, 0xdf),
  "euc-jp": (lead, trail) => trail >= 0xa1 && ([0xa1, 0xa3, 0xa4, 0xa5].includes(lead) || isWithin(lead, 0xb0, 0xcf)),
  gb18030: (lead, trail) => trail >= 0xa1 && ([0xa1, 0xa3].includes(lead) || isWithin(lead, 0xb0, 0xd7)),
  big5: (lead) => lead === 0xa1 || isWithin(lead, 0xa4, 0xc6),
  "euc-kr": (lead, trail) => trail >= 0xa1 && (lead === 0xa1 || isWithin(lead, 0xb0, 0xc8)),
};

/** Rates bytes between 0 and 1 by their share of common characters; null: the code page has no double bytes. */
export const rateCharacters = (encoding: TextEncoding, bytes: Buffer): number | null => {
  const isCommon = COMMON[encoding];
  if (!isCommon) return null;
  let characters = 0;
  let common = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const isHalfWidth = encoding === "shift_jis" && isWithin(lead, 0xa1, 0xdf);
    characters += 1;
    if (isCommon(lead, bytes[at + 1] ?? 0)) common += 1;
    if (!isHalfWidth) at += 1;
  }
  return characters === 0 ? 0 : (common / characters) ** 2;
};
