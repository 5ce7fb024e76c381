/** How a text is written in the air: seven bits for each character of one alphabet, or two bytes of UTF-16. */
export type TextEncoding = "GSM-7" | "UCS-2";

/** The longest text that any carrier takes, in characters; some take shorter ones alone. */
export const LONGEST_TEXT = 1600;

/** The longest text that a carrier takes, in characters, by how it is written in the air. */
export type LongestTexts = Readonly<Record<TextEncoding, number>>;

export const USUAL_LONGEST_TEXTS: LongestTexts = { "GSM-7": LONGEST_TEXT, "UCS-2": LONGEST_TEXT };

/** Returns how long a text with these characters may be. */
export const findLongestText = (longest: LongestTexts, body: string): number => longest[countSegments(body).encoding];

export interface SegmentCount {
  encoding: TextEncoding;
  /** What carriers charge for: 1 and more. */
  segments: number;
}

/** The alphabet of 3GPP TS 23.038, without the escape. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Each takes the place of two, because an escape stands before it. */
const EXTENDED = new Set("\f^{}\\[~]|€");

/** How many units one text holds, and each part of a longer one, of which a header takes some. */
const ROOM = { "GSM-7": { alone: 160, part: 153 }, "UCS-2": { alone: 70, part: 67 } } as const;

/** Counts the segments of a text. One character outside the alphabet makes the whole text UCS-2; no character is split. */
export const countSegments = (body: string): SegmentCount => {
  const characters = Array.from(body);
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const encoding = isGsm ? "GSM-7" : "UCS-2";
  const units = characters.map((character) => (isGsm ? (EXTENDED.has(character) ? 2 : 1) : character.length));
  const room = ROOM[encoding];
  if (units.reduce((sum, each) => sum + each, 0) <= room.alone) return { encoding, segments: 1 };
  let segments = 1;
  let filled = 0;
  for (const each of units) {
    if (filled + each > room.part) {
      segments += 1;
      filled = 0;
    }
    filled += each;
  }
  return { encoding, segments };
};
