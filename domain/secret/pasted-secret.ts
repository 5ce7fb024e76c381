import { z } from "zod";

/** Characters that nobody sees, which pages and mails put into what is copied from them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u2007\u202f]/gu;
/** The form of a private key, whose lines belong to it. */
const ARMOUR = /-----BEGIN [A-Z0-9 ]+-----/;

/**
 * Returns a secret as its giver meant it: without invisible characters, line ends, and spaces around it. A private key in PEM keeps its
 * lines.
 */
export const cleanSecret = (pasted: string): string =>
  ARMOUR.test(pasted)
    ? pasted
        .split(/\r\n|\r|\n/)
        .map((line) => line.replaceAll(UNSEEN, ""))
        .join("\n")
        .trim()
    : pasted.replaceAll(UNSEEN, "").trim();

/** The place of the first character that no header can carry; null: there is none. */
const findOddCharacter = (secret: string): string | null => /[^\x20-\x7e]/u.exec(secret)?.[0] ?? null;

const nameCharacter = (character: string): string =>
  `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")})`;

const NOTHING = "It holds nothing but spaces and invisible characters: copy it again";

/** A secret in a request, cleaned. */
export const secretInput = (length: number) =>
  z
    .string()
    .min(1)
    .max(length)
    .overwrite(cleanSecret)
    .refine((secret) => secret !== "", NOTHING);

/** A key in a request, cleaned; keys are sent in headers, which carry ASCII alone. */
export const keyInput = (length: number) =>
  secretInput(length).refine((key) => findOddCharacter(key) === null, {
    error: ({ input }) => {
      const odd = typeof input === "string" ? findOddCharacter(input) : null;
      return `No key holds the character ${odd === null ? "" : nameCharacter(odd)}: copy it again from where it was made`;
    },
  });
