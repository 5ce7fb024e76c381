import { sql } from "kysely";
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

/** Hides a campaign from its readers from now on; its rows go step by step. */
export const markDeleted = async (tx: OrganizationTransaction, campaignId: number): Promise<void> => {
  await tx.updateTable("campaigns").set({ deleted_at: sql<Date>`now()` }).where("id", "=", campaignId).execute();
};

/**
 * Returns why a campaign has to stay for others: a draft that was made of it takes its contacts when it starts, and by a redial or a
 * back-fill its parent knows who was called again.
 */
export const explainRelatives = async (
  tx: OrganizationTransaction,
  { id, state, parent_campaign_id: redialed, back_fills_campaign_id: backFilled }: Campaign,
): Promise<string | null> => {
  if (state === "draft") return null;
  const draft = await tx
    .selectFrom("campaigns")
    .select("id")
    .where((row) => row.or([row("parent_campaign_id", "=", id), row("back_fills_campaign_id", "=", id)]))
    .where("snapshot_at", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (draft)
    return `Campaign ${draft.id} was made of this one and has not taken its contacts yet: start or delete it first`;
  const parent = await tx
    .selectFrom("campaigns")
    .select("id")
    .where("id", "in", [redialed ?? 0, backFilled ?? 0])
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return parent
    ? `It called people of campaign ${parent.id} again, which would not know that any more: delete campaign ${parent.id} first`
    : null;
};
