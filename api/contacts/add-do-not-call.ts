import { findSource } from "../../domain/contact/do-not-call.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { addNumbers } from "./add-numbers.ts";
import type { addDoNotCallBody } from "./do-not-call.schemas.ts";

/**
 * Adds numbers to the do-not-call list. After the answer none of them is handed to a carrier, running campaigns and
 * queued retries included.
 */
export const addDoNotCall = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof addDoNotCallBody }>,
) => {
  if (body.expires_at && body.expires_at <= context.clock.now()) {
    throw invalidField(["expires_at"], "This time has passed: the entry would have no effect");
  }
  const country = await context.inOrganization(readOrganizationCountry);
  const given = body.phone_numbers.map((written) => ({ written, number: parsePhoneNumber(written, country) }));
  const source = findSource(context.actor.credential.kind);
  return addNumbers(context, given, { source, reason: body.reason, expiresAt: body.expires_at });
};
