import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { phoneNumberInvalid, phoneNumberMissing, testNumberInvalid } from "./calls.errors.ts";

/**
 * Returns the number of a request in E.164, a national one read in the organization's country; without one, the
 * organization's test number.
 */
export const readNumberToDial = async (tx: OrganizationTransaction, written: string | undefined): Promise<string> => {
  const organization = await tx
    .selectFrom("organizations")
    .select(["country", "test_phone_number"])
    .executeTakeFirstOrThrow();
  const text = written ?? organization.test_phone_number;
  if (text === null) throw phoneNumberMissing();
  const parsed = parsePhoneNumber(text, organization.country);
  if (parsed.ok) return parsed.e164;
  throw written === undefined ? testNumberInvalid(parsed.reason) : phoneNumberInvalid(parsed.reason);
};
