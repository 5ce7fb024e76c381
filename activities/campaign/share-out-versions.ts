import { sql } from "kysely";
import { choosePlanned, type VersionPlan } from "../../domain/campaign/version-plan.rules.ts";
import { positionOfContact } from "../../domain/campaign/version-shares.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { readVersionPlan } from "../../infra/postgres/campaign/version-plan.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Returns by which version each contact is called, and keeps it with the contact for later attempts and a redial. Without versions
 * side by side it is the published one, and no statement is sent.
 */
export const shareOutVersions = async (
  tx: OrganizationTransaction,
  { campaign, contacts, publishedId }: { campaign: Campaign; contacts: CampaignContact[]; publishedId: number },
): Promise<(contact: CampaignContact) => number> => {
  if (campaign.version_plan === null) return () => publishedId;
  const plan = await readPlanNow(tx, campaign);
  const chosen = new Map(
    contacts.map(({ id, agent_version_id: calledWith }) => {
      const position = positionOfContact({ campaignId: campaign.id, contactId: id });
      return [id, choosePlanned(plan, { calledWith, position }) ?? publishedId];
    }),
  );
  await keep(tx, chosen);
  return ({ id }) => chosen.get(id) ?? publishedId;
};

/** A guard may have stopped a version since the campaign was read; once its stop is stored, nobody is called by that version. */
const readPlanNow = async (tx: OrganizationTransaction, campaign: Campaign): Promise<VersionPlan> => {
  const { version_plan: plan, version_guard: guard } = campaign;
  const current = guard === null ? plan : await readVersionPlan(tx, campaign.id);
  if (current === null) throw new Error(`campaign ${campaign.id} has lost its versions`);
  return current;
};

const keep = async (tx: OrganizationTransaction, chosen: ReadonlyMap<number, number>): Promise<void> => {
  await sql`
    update campaign_contacts c set agent_version_id = chosen.version_id
    from unnest(${[...chosen.keys()]}::bigint[], ${[...chosen.values()]}::bigint[]) as chosen(id, version_id)
    where c.id = chosen.id and c.agent_version_id is distinct from chosen.version_id`.execute(tx);
};
