import { STATES_UNDER_WAY } from "../../../domain/campaign/campaign-states.rules.ts";
import { UNFINISHED_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import { STATES_THAT_NEED_LIST, STATES_THAT_NEED_LIST_BEFORE_SNAPSHOT } from "../../../domain/contact/contact-list.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Entities } from "../entity-manager.ts";
import { ContactList } from "./contact-list.entity.ts";

export const findList = (em: Entities, id: number): Promise<ContactList | null> => em.findOne(ContactList, { id });

/** Locks the list until the transaction ends: changes of a list, its count among them, come one after another. */
export const lockList = (em: Entities, id: number): Promise<ContactList | null> => em.lockOne(ContactList, { id });

/** Returns a campaign that still has to dial this list; undefined: none. */
export const findCampaignUsingList = (
  tx: OrganizationTransaction,
  id: number,
): Promise<{ name: string; state: string } | undefined> =>
  tx
    .selectFrom("campaigns")
    .select(["name", "state"])
    .where("contact_list_id", "=", id)
    .where((campaign) =>
      campaign.or([
        campaign("state", "in", STATES_THAT_NEED_LIST),
        campaign.and([
          campaign("state", "in", STATES_THAT_NEED_LIST_BEFORE_SNAPSHOT),
          campaign("snapshot_at", "is", null),
        ]),
      ]),
    )
    .orderBy("id")
    .executeTakeFirst();

/** Lists the campaigns that have copied this contact and still call it; deleting it from the list does not change that. */
export const listCampaignsCalling = async (tx: OrganizationTransaction, contactId: number): Promise<string[]> => {
  const campaigns = await tx
    .selectFrom("campaign_contacts")
    .innerJoin("campaigns", "campaigns.id", "campaign_contacts.campaign_id")
    .select("campaigns.name")
    .where("campaign_contacts.contact_id", "=", contactId)
    .where("campaign_contacts.state", "in", UNFINISHED_CONTACT_STATES)
    .where("campaigns.state", "in", STATES_UNDER_WAY)
    .orderBy("campaigns.id")
    .execute();
  return campaigns.map(({ name }) => name);
};

/**
 * Removes a contact from its list and updates the count; returns false when it is not there. The list must be locked.
 */
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
