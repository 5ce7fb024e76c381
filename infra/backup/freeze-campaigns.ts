import { STARTED_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { UNFINISHED_CONTACT_STATES } from "../../domain/campaign/contact-states.rules.ts";
import { changeCampaignState } from "../postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";

/** A campaign of the backup: only its carrier knows whom it called afterwards. */
export interface FrozenCampaign {
  organizationId: number;
  id: number;
  name: string;
  /** The contacts that it had not called yet, or was to call again, when the backup was taken. */
  contacts: number;
}

/** Cancels running campaigns, and paused and scheduled ones, which may have begun to call since. */
export const cancelCampaigns = async (tx: OrganizationTransaction, reason: string): Promise<FrozenCampaign[]> => {
  const campaigns = await tx
    .selectFrom("campaigns")
    .selectAll()
    .where("state", "in", STARTED_STATES)
    .orderBy("id")
    .execute();
  const held: FrozenCampaign[] = [];
  for (const campaign of campaigns) {
    const { contacts } = await tx
      .selectFrom("campaign_contacts")
      .select((eb) => eb.fn.countAll<number>().as("contacts"))
      .where("campaign_id", "=", campaign.id)
      .where("state", "in", UNFINISHED_CONTACT_STATES)
      .executeTakeFirstOrThrow();
    await changeCampaignState(tx, campaign, {
      to: "canceled",
      columns: { completed_at: new Date() },
      decision: { level: "warning", event: "canceled", message: reason, actor: "system" },
    });
    held.push({
      organizationId: campaign.organization_id,
      id: campaign.id,
      name: campaign.name,
      contacts: Number(contacts),
    });
  }
  return held;
};

export type DraftCampaign = Omit<FrozenCampaign, "contacts">;

/** Lists the drafts, which somebody may have started since. */
export const listDrafts = (tx: OrganizationTransaction): Promise<DraftCampaign[]> =>
  tx
    .selectFrom("campaigns")
    .select(["organization_id as organizationId", "id", "name"])
    .where("state", "=", "draft")
    .orderBy("id")
    .execute();
