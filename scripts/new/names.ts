const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export interface Names {
  /** `invoice-reminder` */
  kebab: string;
  /** `invoiceReminder` */
  camel: string;
  /** `InvoiceReminder` */
  pascal: string;
  /** `invoice_reminder` */
  snake: string;
  /** `invoice reminder` */
  words: string;
  /** `Invoice reminder` */
  title: string;
}

/** Returns the spellings of a name of lower-case words with hyphens; throws for any other name. */
export const spellName = (kebab: string): Names => {
  if (!NAME.test(kebab))
    throw new Error(`"${kebab}" is no name: write lower-case words with hyphens, as in count-channels.`);
  const parts = kebab.split("-");
  const pascal = parts.map(capitalized).join("");
  const words = parts.join(" ");
  return {
    kebab,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: parts.join("_"),
    words,
    title: capitalized(words),
  };
};

/** Splits `area/name`. */
export const parsePlace = (place: string): { area: Names; name: Names } => {
  const [area = "", name = "", ...rest] = place.split("/");
  if (name === "" || rest.length > 0)
    throw new Error(`"${place}" names no place: write AREA/NAME, as in channels/count-channels.`);
  return { area: spellName(area), name: spellName(name) };
};

export const formPlural = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
