import { sql } from "kysely";
import { classifyForColumn } from "../../../domain/number/number-kinds.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ContactList } from "./contact-list.entity.ts";

/** A contact as a program sends it; undefined fields of one that is there stay as they are. */
export interface NewContact {
  phoneNumber: string;
  name?: string | undefined;
  timezone?: string | undefined;
  priority?: number | undefined;
  attributes?: Record<string, unknown> | undefined;
}

export interface UpsertedContact {
  id: number;
  phone_number: string;
  /** False: the list had its number. */
  is_new: boolean;
}

/**
 * Adds contacts to a list, or changes those whose numbers it has, and counts them. The list must be locked. `keeps`: what a contact
 * leaves out stays as it is and attributes are merged; otherwise the contact is replaced. A number may stand here once.
 */
export const upsertContacts = async (
  tx: OrganizationTransaction,
  list: ContactList,
  { contacts, keeps }: { contacts: readonly NewContact[]; keeps: boolean },
): Promise<UpsertedContact[]> => {
  if (contacts.length === 0) return [];
  const rows = contacts.map(({ phoneNumber, name, timezone, priority, attributes }) => ({
    organization_id: list.organization_id,
    contact_list_id: list.id,
    phone_number: phoneNumber,
    name: name || null,
    timezone: timezone || null,
    priority: priority ?? null,
    attributes: attributes ?? {},
    number_class: classifyForColumn(phoneNumber),
  }));
  const upserted = await tx
    .insertInto("contacts")
    .values(rows)
    .onConflict((clash) =>
      clash.columns(["contact_list_id", "phone_number"]).doUpdateSet({
        name: keeps ? sql`coalesce(excluded.name, contacts.name)` : sql`excluded.name`,
        timezone: keeps ? sql`coalesce(excluded.timezone, contacts.timezone)` : sql`excluded.timezone`,
        priority: keeps ? sql`coalesce(excluded.priority, contacts.priority)` : sql`excluded.priority`,
        attributes: keeps ? sql`contacts.attributes || excluded.attributes` : sql`excluded.attributes`,
        number_class: sql`excluded.number_class`,
      }),
    )
    .returning(["id", "phone_number", sql<boolean>`xmax = 0`.as("is_new")])
    .execute();
  const added = upserted.filter(({ is_new: isNew }) => isNew).length;
  await tx
    .updateTable("contact_lists")
    .set((row) => ({ contact_count: row("contact_count", "+", added) }))
    .where("id", "=", list.id)
    .execute();
  return upserted;
};
