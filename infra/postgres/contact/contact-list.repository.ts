import type { OrganizationTransaction } from "../database.ts";
import type { Entities } from "../entity-manager.ts";
import { ContactList } from "./contact-list.entity.ts";

export const findList = (em: Entities, id: number): Promise<ContactList | null> => em.findOne(ContactList, { id });

/** The row, locked until the transaction ends: changes of a list, its count among them, come one after another. */
export const lockList = (em: Entities, id: number): Promise<ContactList | null> => em.lockOne(ContactList, { id });

/** A campaign that is still to dial this list or to go on with it; undefined: none. */
export const campaignUsingList = (
  tx: OrganizationTransaction,
  id: number,
): Promise<{ name: string; state: string } | undefined> =>
  tx
    .selectFrom("campaigns")
    .select(["name", "state"])
    .where("contact_list_id", "=", id)
    .where("state", "in", ["draft", "running", "paused"])
    .orderBy("id")
    .executeTakeFirst();

/** Takes one contact off its list, count and all; false: it is not there. The list must be locked. */
export const removeContact = async (
  tx: OrganizationTransaction,
  listId: number,
  contactId: number,
): Promise<boolean> => {
  const removed = await tx
    .deleteFrom("contacts")
    .where("contact_list_id", "=", listId)
    .where("id", "=", contactId)
    .returning("id")
    .executeTakeFirst();
  if (!removed) return false;
  await tx
    .updateTable("contact_lists")
    .set((list) => ({ contact_count: list("contact_count", "-", 1) }))
    .where("id", "=", listId)
    .execute();
  return true;
};
