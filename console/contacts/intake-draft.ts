import type { Routes } from "../api/routes.ts";
import { words } from "../words/words.ts";

type Mapping = NonNullable<Routes["POST /contact-lists/{contact_list_id}/intakes"]["body"]["mapping"]>;

/** A mapping while it is typed; attributes are lines of `name = /pointer`. */
export interface IntakeDraft {
  name: string;
  number: string;
  person: string;
  zone: string;
  key: string;
  attributes: string;
  consentFrom: string;
  grantedBy: string;
  wording: string;
}

export const NEW_INTAKE: IntakeDraft = {
  name: "",
  number: "/phone",
  person: "/name",
  zone: "",
  key: "",
  attributes: "",
  consentFrom: "",
  grantedBy: "",
  wording: "",
};

/** Whom the call was with. */
export const NEW_CALLS_INTAKE: IntakeDraft = { ...NEW_INTAKE, number: "/phone_number", person: "/name" };

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const readPair = (line: string): [string, string] | null => {
  const at = line.indexOf("=");
  const pair: [string, string] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  return at > 0 && pair[0] !== "" && pair[1] !== "" ? pair : null;
};

/** Says which line names no attribute; absent: each does. */
export const findLineFault = ({ attributes }: IntakeDraft): string | undefined => {
  const wrong = linesOf(attributes).find((line) => readPair(line) === null);
  return wrong === undefined ? undefined : words.intakes.notAPair(wrong);
};

export const toMapping = (draft: IntakeDraft): Mapping => {
  const pairs = linesOf(draft.attributes).flatMap((line) => {
    const pair = readPair(line);
    return pair ? [pair] : [];
  });
  const consent = {
    source: draft.consentFrom,
    ...(draft.grantedBy && { granted_by: draft.grantedBy }),
    ...(draft.wording && { wording: draft.wording }),
  };
  return {
    phone_number: draft.number,
    ...(draft.person && { name: draft.person }),
    ...(draft.zone && { timezone: draft.zone }),
    ...(draft.key && { key: draft.key }),
    ...(pairs.length > 0 && { attributes: Object.fromEntries(pairs) }),
    ...(draft.consentFrom && { consent }),
  };
};
