import type { z } from "zod";
import { recordConsents } from "../../infra/postgres/contact/consent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type Environment, formatActor, type OperationContext } from "../http/operation-context.ts";
import type { consentStatement } from "./consents.schemas.ts";
import { consentWithdrawn } from "./contacts.errors.ts";

/**
 * Changes a consent. It waits for calls to the number that are being handed over, so callers must not hold a lock that a hand-over
 * needs.
 */
export const changeConsent = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  {
    phoneNumber,
    environment,
    statement,
  }: { phoneNumber: string; environment: Environment; statement: z.output<typeof consentStatement> },
): Promise<void> => {
  const changed = await recordConsents(tx, [phoneNumber], {
    organizationId: actor.organizationId,
    environment,
    status: statement.status,
    source: statement.source,
    wording: statement.wording ?? null,
    actor: formatActor(actor),
  });
  if (changed.length === 0) throw consentWithdrawn();
};
