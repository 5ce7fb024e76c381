/** Checks by which numbers of cards, accounts and people are told from other numbers. All take digits, or digits and capitals, alone. */

const digitsOf = (text: string): number[] => Array.from(text, Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const CARD = /^[2-6]\d{12,18}$/;
/** Payment cards: 13 to 19 digits with the check of Luhn. */
export const isCard = (digits: string): boolean => {
  if (!CARD.test(digits)) return false;
  const doubled = digitsOf(digits)
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2));
  return sum(doubled) % 10 === 0;
};

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const TEN = 10;
const HUNDRED = 100;
/** Bank accounts: the remainder by 97 of ISO 13616. */
export const isIban = (text: string): boolean => {
  if (!IBAN.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  let remainder = 0;
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value < TEN ? TEN : HUNDRED) + value) % 97;
  }
  return remainder === 1;
};

/** Germany's tax id: eleven digits; of the first ten one stands twice or three times; ISO 7064, MOD 11,10. */
export const isGermanTaxId = (digits: string): boolean => {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const first = digits.slice(0, 10);
  const most = Math.max(...[...new Set(first)].map((digit) => first.split(digit).length - 1));
  if (most < 2 || most > 3) return false;
  let product = 10;
  for (const digit of digitsOf(first)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === Number(digits.at(-1));
};

const NIF_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
/** Spain's NIF and NIE: seven or eight digits, the latter behind X, Y or Z, with a letter that follows from them. */
export const isSpanishNif = (text: string): boolean => {
  if (!/^(?:\d{8}|[XYZ]\d{7})[A-Z]$/.test(text)) return false;
  const digits = text.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return NIF_LETTERS[Number(digits) % 23] === text.at(-1);
};

/** France's NIR: sex, year, month, department, commune, order, and the complement to 97. */
export const isFrenchNir = (text: string): boolean => {
  if (!/^[12]\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)(?:\d{2}|2[AB])\d{8}$/.test(text)) return false;
  const corsica = text.slice(5, 7);
  const shift = corsica === "2A" ? 1_000_000n : corsica === "2B" ? 2_000_000n : 0n;
  const number = BigInt(text.slice(0, 13).replace(/[AB]/, "0")) - shift;
  return 97n - (number % 97n) === BigInt(text.slice(13));
};

const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3];
/** Poland's PESEL: a date of birth, whose month tells the century, an order, and a check. */
export const isPesel = (digits: string): boolean => {
  if (!/^\d{11}$/.test(digits)) return false;
  const [month, day] = [Number(digits.slice(2, 4)) % 20, Number(digits.slice(4, 6))];
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  const weighed = digitsOf(digits.slice(0, 10)).map((digit, at) => digit * (PESEL_WEIGHTS[at] ?? 0));
  return (10 - (sum(weighed) % 10)) % 10 === Number(digits.at(-1));
};

/** The social security number of the United States has no check; some areas, groups and orders are never given. */
export const isSocialSecurityNumber = (digits: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
