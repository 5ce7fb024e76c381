import type { OrganizationTransaction } from "../database.ts";

/** Selects contacts with the consent of their numbers in the list's own environment; its columns are null where nothing was recorded. */
export const selectContactsWithConsent = (tx: OrganizationTransaction) =>
  tx
    .selectFrom("contacts")
    .leftJoin("consents", (join) =>
      join
        .onRef("consents.organization_id", "=", "contacts.organization_id")
        .onRef("consents.phone_number", "=", "contacts.phone_number")
        .on("consents.environment", "=", (lists) =>
          lists
            .selectFrom("contact_lists as of_list")
            .select("of_list.environment")
            .whereRef("of_list.id", "=", "contacts.contact_list_id"),
        ),
    )
    .selectAll("contacts")
    .select(["consents.status as consent_status", "consents.changed_at as consent_at"])
    .select("consents.source as consent_source");

export type ContactWithConsent = NonNullable<Awaited<ReturnType<typeof findContact>>>;

export const findContact = (
  tx: OrganizationTransaction,
  { listId, contactId }: { listId: number; contactId: number },
) =>
  selectContactsWithConsent(tx)
    .where("contacts.contact_list_id", "=", listId)
    .where("contacts.id", "=", contactId)
    .executeTakeFirst();

interface ContactChanges {
  /** Empty: no name. */
  name?: string | undefined;
  timezone?: string | undefined;
  priority?: number | undefined;
  attributes?: Record<string, unknown> | undefined;
}

/** Changes a contact; undefined fields stay as they are. */
export const changeContact = async (
  tx: OrganizationTransaction,
  id: number,
  { name, timezone, priority, attributes }: ContactChanges,
): Promise<void> => {
  const changes = {
    ...(name !== undefined && { name: name || null }),
    ...(timezone !== undefined && { timezone: timezone || null }),
    ...(priority !== undefined && { priority }),
    ...(attributes !== undefined && { attributes }),
  };
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable("contacts").set(changes).where("id", "=", id).execute();
};
