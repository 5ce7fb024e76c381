import { sql } from "kysely";
import { BOUND_ENVIRONMENTS, type Environment } from "../../../domain/environment/sandbox.rules.ts";
import { END_REASONS } from "../../../domain/journey/journey.ts";
import type { OrganizationTransaction } from "../database.ts";
import { endWaitingOfNumbers } from "./journey-steps.repository.ts";
import { recordJourneyStep } from "./journey-timeline.ts";

/** Ends every step that waits for people who are called no more; an entry of production binds the sandbox too. */
export const stopJourneys = async (
  tx: OrganizationTransaction,
  environment: Environment,
  phoneNumbers: readonly string[],
): Promise<void> => {
  const environments = BOUND_ENVIRONMENTS[environment];
  const reason = END_REASONS.listed;
  const ended = await endWaitingOfNumbers(tx, { phoneNumbers, environments }, reason);
  if (ended.length === 0) return;
  const campaigns = await tx
    .selectFrom("campaigns")
    .select(["id", "organization_id", "name", "agent_id"])
    .where(sql<boolean>`id = any(${ended.map((row) => row.campaign_id)}::bigint[])`)
    .execute();
  for (const row of ended) {
    const campaign = campaigns.find(({ id }) => id === row.campaign_id);
    if (campaign) await recordJourneyStep(tx, campaign, { row, event: "journey_step_ended", reason });
  }
};
