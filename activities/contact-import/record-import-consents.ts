import { recordConsents } from "../../infra/postgres/contact/consent.repository.ts";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import type { ContactBatch } from "../../infra/postgres/contact/merge-contacts.ts";
import { NUMBERS_PER_TRANSACTION } from "../../infra/postgres/locks.ts";
import type { ImportDependencies } from "./import-dependencies.ts";

/**
 * Stores the import's consent statement for its batch's numbers before their contacts are merged, so that a withdrawal
 * applies when the import has ended. A repeated batch changes nothing, because the statement dates from the request for
 * the import.
 */
export const recordImportConsents = async (
  { database }: ImportDependencies,
  running: ContactImport,
  { contacts }: ContactBatch,
): Promise<void> => {
  const status = running.consent_status;
  if (status === null) return;
  const { environment } = await database.inOrganization(running.organization_id, (tx) =>
    tx
      .selectFrom("contact_lists")
      .select("environment")
      .where("id", "=", running.contact_list_id)
      .executeTakeFirstOrThrow(),
  );
  const statement = {
    organizationId: running.organization_id,
    environment,
    status,
    source: running.consent_source ?? "import",
    actor: running.created_by === null ? "system" : `user:${running.created_by}`,
    statedAt: running.created_at,
  };
  const numbers = contacts.map(({ phoneNumber }) => phoneNumber);
  for (let from = 0; from < numbers.length; from += NUMBERS_PER_TRANSACTION) {
    const part = numbers.slice(from, from + NUMBERS_PER_TRANSACTION);
    await database.inOrganization(running.organization_id, (tx) => recordConsents(tx, part, statement));
  }
};
