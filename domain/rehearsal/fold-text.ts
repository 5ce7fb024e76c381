/** Reduces a text to what is compared of it: letters without case, quotation marks of one kind, single spaces. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
