import { words } from "../words/words.ts";

/** Says in the viewer's language what the API says of a check: what was expected, or what was found. */
export const sayCheck = (sentence: string): string => {
  for (const [pattern, said] of words.rehearsals.retold) {
    const found = pattern.exec(sentence);
    if (found) return said(...found.slice(1));
  }
  return sentence;
};
