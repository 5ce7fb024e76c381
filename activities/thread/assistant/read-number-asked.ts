import { parsePhoneNumber } from "../../../domain/number/phone-number.ts";
import { readOrganizationCountry } from "../../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { readWords } from "./look-up.ts";

/** Returns the number in the question, E.164, or a sentence when it is not one. */
export const readNumberAsked = async (
  tx: OrganizationTransaction,
  given: Record<string, unknown>,
): Promise<{ number: string } | { say: string }> => {
  const text = readWords(given["phone_number"]);
  if (text === "") return { say: "Which number? Tell me it with its country code, such as +12025550110." };
  const parsed = parsePhoneNumber(text, await readOrganizationCountry(tx));
  return parsed.ok ? { number: parsed.e164 } : { say: `${text} is no number that I can read: ${parsed.reason}.` };
};
