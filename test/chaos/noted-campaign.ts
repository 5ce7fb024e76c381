import { sql } from "kysely";
import {
  countContactsByAttempts,
  countContactsByLastOutcome,
  summarizeRuns,
} from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import { readFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import { listCampaignContacts } from "../../infra/postgres/campaign/listed-contacts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

export type Note = NonNullable<Awaited<ReturnType<typeof noteCampaign>>>;

const MOST_CONTACTS = 1000;

/**
 * Notes what is true of a campaign at an instant, with that instant. Whoever changes it holds the row of its figures, so that
 * nothing that happened up to the instant is still on its way.
 */
export const noteCampaign = async (tx: OrganizationTransaction, campaignId: number) => {
  await sql`select from campaign_figures where campaign_id = ${campaignId} for update`.execute(tx);
  const { rows } = await sql<{ asOf: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "asOf"`.execute(tx);
  const campaign = await tx
    .selectFrom("campaigns")
    .select(["state", "started_at", "completed_at"])
    .where("id", "=", campaignId)
    .executeTakeFirstOrThrow();
  const figures = await readFigures(tx, campaignId);
  return {
    asOf: rows[0]?.asOf ?? "",
    campaign,
    figures,
    contacts: await listCampaignContacts(tx, { campaignId, limit: MOST_CONTACTS }),
    runs: await summarizeRuns(tx, campaignId, "UTC"),
    attemptsPerContact: await countContactsByAttempts(tx, campaignId),
    lastOutcomes: await countContactsByLastOutcome(tx, campaignId),
  };
};
