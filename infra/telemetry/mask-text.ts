export const REMOVED = "[removed]";

const KEPT_IN_FRONT = 7;
const HIDDEN_AT_LEAST = 5;
/** No phone number has fewer digits. */
const SHORTEST_NUMBER = 7;

/** +12025550123 → +120255***23: enough to recognise, not enough to dial. */
export const maskNumber = (number: string): string =>
  number.length < SHORTEST_NUMBER + 1
    ? "***"
    : `${number.slice(0, Math.min(KEPT_IN_FRONT, number.length - HIDDEN_AT_LEAST))}***${number.slice(-2)}`;

/** Matches numbers with a plus, as a whole or in groups; in URLs the plus is %2B. */
const NUMBER_WITH_PLUS = /(?:\+|%2B)[1-9](?:\d{6,}|\d{0,3}(?:[ .()-]{1,3}\d{1,8}){2,6})/gi;
/** Matches a run of digits by itself, which is not a part of a UUID, a hash, a decimal or an id such as org-7. */
const DIGITS_ALONE = /(?<![\w.-])\d{10,15}(?!\w|-|\.\d)/g;
/**
 * Matches seconds or milliseconds since 1970, because no international number starts with 1 and has 10 or 13 digits, and times such
 * as 20261121075500.
 */
const INSTANT = /^(1\d{9}|1\d{12}|20\d\d(0[1-9]|1[0-2])\d{8})$/;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

const maskWithPlus = (number: string): string => {
  const digits = digitsOf(number.replace(/^%2B/i, ""));
  return digits.length < SHORTEST_NUMBER ? number : maskNumber(`+${digits}`);
};

const SECRET_WORDS =
  "(?:password|passwd|passphrase|secret|token|authorization|api[_-]?key|cookie|credentials?|signature)";
const SECRETS: readonly [RegExp, string][] = [
  // For example postgresql://user:password@host.
  [/:\/\/[^\s/@"'\\]+@/g, `://${REMOVED}@`],
  [/\b(Bearer|Basic) +[\w.~+/=-]{12,}/gi, `$1 ${REMOVED}`],
  [/\b(vap_(?:live|test)_)[\w-]{8,}/g, `$1${REMOVED}`],
  // Tokens of ours in the paths of links and connections: talk, files of a call, words of a call.
  [/(\/(?:talk|download\/workflow|relay\/[\w-]+\/\d+\/[\da-f-]{36})\/)[\w.-]{24,}/gi, `$1${REMOVED}`],
  // Of a sign-in to an app, which OAuth sends in a query; the states of rows are shorter.
  [/([?&](?:state|code)=)[^&\s"'<>\\,;)]{16,}/g, `$1${REMOVED}`],
  // A query, a form, or settings in a row.
  [new RegExp(`((?:${SECRET_WORDS}|\\bsig)=)[^&\\s"'<>\\\\,;)]+`, "gi"), `$1${REMOVED}`],
  // JSON in a text, with escaped quotes or not.
  [new RegExp(`(${SECRET_WORDS}\\\\*["']\\s*:\\s*\\\\*["'])[^"'\\\\]+`, "gi"), `$1${REMOVED}`],
];

/** Most texts hold none of these, a UUID neither, so one check replaces seven. */
const MAY_HOLD_SOMETHING =
  /(?:\+|%2B)\d|:\/\/|bearer|basic|vap_|passw|secret|token|authorization|key|cookie|credential|sig|\/talk\/|\/download\/|\/relay\/|[?&](?:state|code)=/i;

/** Masks what can only be a number or a secret. Safe on a line of JSON, which stays JSON. */
export const maskLine = (line: string): string => {
  if (!MAY_HOLD_SOMETHING.test(line)) return line;
  let masked = line.replaceAll(NUMBER_WITH_PLUS, maskWithPlus);
  for (const [secret, replacement] of SECRETS) masked = masked.replaceAll(secret, replacement);
  return masked;
};

/**
 * Masks a text that people wrote or a server sent, which may also hold numbers without a plus. Runs of 10 to 15 digits
 * count as numbers, except points in time.
 */
export const maskText = (text: string): string =>
  maskLine(text).replaceAll(DIGITS_ALONE, (digits) => (INSTANT.test(digits) ? digits : maskNumber(digits)));

/** Masks a field with a phone number in any form; a masked one is not changed. */
export const maskNumberField = (text: string): string => {
  if (text.includes("***")) return maskText(text);
  const digits = digitsOf(text);
  return digits.length < SHORTEST_NUMBER ? text : maskNumber(text.trim().startsWith("+") ? `+${digits}` : digits);
};
