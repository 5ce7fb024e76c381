import { type RawBuilder, type SqlBool, sql } from "kysely";
import { buildContainsPattern, readNumberPart } from "../containing.ts";

/**
 * Returns the condition of a search by part of a name or a number, however that is written. The beginning of a number uses the
 * index of numbers; any other text is compared with every contact.
 */
export const buildContactCondition = (q: string, table: "contacts" | "campaign_contacts"): RawBuilder<SqlBool> => {
  const [name, phoneNumber] = [sql.ref(`${table}.name`), sql.ref(`${table}.phone_number`)];
  const number = readNumberPart(q);
  if (!number?.startsWith("+")) {
    const inNumber = buildContainsPattern(number ?? q);
    return sql`(${name} ilike ${buildContainsPattern(q)} or ${phoneNumber} like ${inNumber})`;
  }
  const after = firstNumberAfter(number);
  return after === null
    ? sql`${phoneNumber} >= ${number}`
    : sql`${phoneNumber} >= ${number} and ${phoneNumber} < ${after}`;
};

/** Returns the beginning of the numbers that follow those with this one: `+13` after `+12` and after `+1299`. */
const firstNumberAfter = (beginning: string): string | null => {
  const raised = beginning.replace(/9+$/, "");
  const last = Number(raised.at(-1));
  return raised === "+" ? null : `${raised.slice(0, -1)}${last + 1}`;
};
