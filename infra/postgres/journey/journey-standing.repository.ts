import { sql } from "kysely";
import { ALWAYS_CONCLUDED_DAYS } from "../../../domain/conversation/conclusion-wait.ts";
import type { Campaign } from "../campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { readOpenSteps } from "./journey-steps.repository.ts";

/** Tells whether anybody of a campaign waits for a step, or was called in a conversation that may still lead to one. */
export const readJourneyStanding = async (
  tx: OrganizationTransaction,
  { id, journey_version: version }: Pick<Campaign, "id" | "journey_version">,
): Promise<{ isOpen: boolean; nextDueAt: Date | null }> => {
  if (version === null) return { isOpen: false, nextDueAt: null };
  const standing = await readOpenSteps(tx, id);
  return standing.isOpen ? standing : { isOpen: await awaitsConclusions(tx, id), nextDueAt: null };
};

const awaitsConclusions = async (tx: OrganizationTransaction, campaignId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from call_runs r join conversations c on c.run_id = r.id
    where r.campaign_id = ${campaignId} and r.ended_at > now() - make_interval(days => ${ALWAYS_CONCLUDED_DAYS}) and r.holds_conversation
      and c.concluded_at is null
    limit 1`.execute(tx);
  return rows.length > 0;
};
