import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";

/** Deletes a draft with the steps that it has, and with the hidden list of a file that was never imported. */
export const deleteDraft = async (
  tx: OrganizationTransaction,
  campaign: Pick<Campaign, "id" | "contact_list_id">,
): Promise<void> => {
  await tx.deleteFrom("campaigns").where("id", "=", campaign.id).where("state", "=", "draft").execute();
  await tx.deleteFrom("campaign_steps").where("campaign_id", "=", campaign.id).execute();
  await deleteHiddenList(tx, campaign.contact_list_id);
};

/** Deletes the list that stands for a campaign's file once no campaign has it; a list that people made stays. */
export const deleteHiddenList = async (tx: OrganizationTransaction, listId: number | null): Promise<void> => {
  await tx
    .deleteFrom("contact_lists")
    .where("id", "=", listId)
    .where("is_hidden", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("campaigns").select("campaigns.id").whereRef("campaigns.contact_list_id", "=", "contact_lists.id"),
        ),
      ),
    )
    .execute();
};
