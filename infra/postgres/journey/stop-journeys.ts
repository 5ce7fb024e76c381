import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { endWaitingOfNumbers } from "./journey-steps.repository.ts";
import { recordJourneyStep } from "./journey-timeline.ts";

/** Ends every step that waits for people who are called no more; an entry of production binds the sandbox too. */
export const stopJourneys = async (
  tx: OrganizationTransaction,
  environment: "production" | "sandbox",
  phoneNumbers: readonly string[],
): Promise<void> => {
  const environments = environment === "production" ? ["production", "sandbox"] : ["sandbox"];
  const reason = "the number is on the do-not-call list";
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
