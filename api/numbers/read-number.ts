import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Reads the `phone_number` of a body into E.164; a national one is read in the organization's country. */
export const readNumber = async (context: OperationContext, written: string): Promise<string> => {
  const { country } = await context.inOrganization((tx) =>
    tx.selectFrom("organizations").select("country").executeTakeFirstOrThrow(),
  );
  const parsed = parsePhoneNumber(written, country);
  if (!parsed.ok) throw invalidField(["phone_number"], parsed.reason);
  return parsed.e164;
};
