import { words } from "./words.ts";

interface Said {
  status: number;
  code: string | undefined;
  sentence: string;
}

const { sentences, statuses, patterns } = words.refusals;

/** Says in the viewer's language what the API says; undefined: there are no words for this sentence. */
const retell = (sentence: string): string | undefined => {
  for (const [pattern, said] of patterns) {
    const found = pattern.exec(sentence);
    if (found) return said(...found.slice(1));
  }
  return sentences[sentence];
};

/** Says in the viewer's language why the API refuses; the most exact words come first. */
export const sayRefusal = ({ status, code = "", sentence }: Said): string =>
  retell(sentence) ?? words.refusalCodes[code] ?? statuses[status] ?? sentence;

/** Says what is wrong with one field, or why a campaign or a call has failed. */
export const sayReason = (sentence: string): string => retell(sentence) ?? sentence;

/** Such a sentence could be of any field. */
const NAMES_NO_FIELD = /^(?:Is missing|Must (?:be|have)|Unknown field|Nested too deeply|The text holds)/;

/** Says which field it is, too, for a place that is not beside the field. */
export const sayFaultOf = ({ loc, msg }: { loc: readonly (string | number)[]; msg: string }): string => {
  const field = loc.slice(1).join(".");
  return field !== "" && NAMES_NO_FIELD.test(msg) ? `${field}: ${sayReason(msg)}` : sayReason(msg);
};
