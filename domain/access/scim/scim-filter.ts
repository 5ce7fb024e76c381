import { ScimFault } from "./scim-fault.ts";

type ScimOperator = "eq" | "co" | "sw";

/** One comparison of a filter; all of them have to hold. */
export interface ScimComparison {
  /** In lower case, without the schema in front. */
  attribute: string;
  operator: ScimOperator;
  value: string | boolean;
}

const COMPARISON =
  /^\s*([A-Za-z][\w.:$-]*(?:\[[^\]]*\](?:\.[A-Za-z]+)?)?)\s+([A-Za-z]{2})\s+("(?:[^"\\]|\\.)*"|true|false)\s*/i;
const AND = /^and\s+/i;
const LONGEST_FILTER = 1_000;

/** Takes the schema off that some directories write in front of an attribute. */
export const nameAttribute = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, "").toLowerCase();

/** Which attributes a filter may name, by how a directory writes them. */
const ALIASES: Readonly<Record<string, string>> = {
  'emails[type eq "work"].value': "emails",
  'emails[type eq "work"]': "emails",
  "emails.value": "emails",
};

/**
 * Reads a filter of comparisons by `eq`, `co` and `sw`, joined by `and` (RFC 7644, 3.4.2.2). Throws a fault for anything else: a
 * filter that is half understood would find the wrong people.
 */
export const readScimFilter = (text: string, attributes: ReadonlySet<string>): ScimComparison[] => {
  if (text.length > LONGEST_FILTER) throw invalid("is too long");
  const comparisons: ScimComparison[] = [];
  let rest = text;
  do {
    const [whole = "", path = "", operator = "", literal = ""] = COMPARISON.exec(rest) ?? [];
    if (whole === "") throw invalid("is none of comparisons by eq, co and sw, joined by and");
    comparisons.push(readComparison({ path, operator: operator.toLowerCase(), literal }, attributes));
    rest = rest.slice(whole.length);
    if (rest === "") return comparisons;
    if (!AND.test(rest)) throw invalid("joins comparisons otherwise than by and");
    rest = rest.replace(AND, "");
  } while (rest !== "");
  throw invalid("ends with and");
};

const readComparison = (
  { path, operator, literal }: { path: string; operator: string; literal: string },
  attributes: ReadonlySet<string>,
): ScimComparison => {
  const named = nameAttribute(path);
  const attribute = ALIASES[named] ?? named;
  if (!attributes.has(attribute)) throw invalid(`names ${path}, by which nothing is found here`);
  if (operator !== "eq" && operator !== "co" && operator !== "sw") throw invalid(`compares by ${operator}`);
  if (attribute !== "active") {
    if (!literal.startsWith('"')) throw invalid(`compares ${path} with what is no text`);
    return { attribute, operator, value: readText(literal) };
  }
  const value = literal.replaceAll('"', "").toLowerCase();
  if (operator !== "eq" || (value !== "true" && value !== "false"))
    throw invalid("compares active otherwise than eq true or false");
  return { attribute, operator, value: value === "true" };
};

const readText = (literal: string): string => {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw invalid("has a text that is not written as in JSON");
  }
};

const invalid = (why: string): ScimFault => new ScimFault(400, `The filter ${why}`, "invalidFilter");
