import { sql } from "kysely";
import type { JourneyStep } from "../../../domain/journey/journey.ts";
import type { JourneyVersion } from "../../../domain/journey/step-in-force.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { JourneyVersionRow } from "./journey-version.entity.ts";

type CampaignOfJourney = { id: number; organization_id: number; journey_version: number | null };

/** Reads a version of a campaign's journey; absent: the newest. */
export const findJourneyVersion = (
  tx: OrganizationTransaction,
  campaignId: number,
  version?: number,
): Promise<JourneyVersionRow | undefined> =>
  tx
    .selectFrom("journey_versions")
    .selectAll()
    .where("campaign_id", "=", campaignId)
    .$if(version !== undefined, (rows) => rows.where("version", "=", version ?? 0))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();

/** Lists the newest versions without their steps. */
export const listJourneyVersions = (tx: OrganizationTransaction, campaignId: number, limit: number) =>
  tx
    .selectFrom("journey_versions")
    .select(["version", "created_at", "created_by"])
    .where("campaign_id", "=", campaignId)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();

/** Reads versions of a campaign's journey by their numbers. */
export const readJourneyVersions = async (
  tx: OrganizationTransaction,
  campaignId: number,
  versions: readonly number[],
): Promise<Map<number, JourneyVersion>> => {
  const rows = await tx
    .selectFrom("journey_versions")
    .select(["version", "steps"])
    .where("campaign_id", "=", campaignId)
    .where(sql<boolean>`version = any(${[...new Set(versions)]}::integer[])`)
    .execute();
  return new Map(rows.map((row) => [row.version, row]));
};

/** Adds a version to the journey of a locked campaign, and makes it the newest; returns its number. */
export const addJourneyVersion = async (
  tx: OrganizationTransaction,
  campaign: CampaignOfJourney,
  { steps, createdBy }: { steps: readonly JourneyStep[]; createdBy: number | null },
): Promise<JourneyVersionRow> => {
  const row = await tx
    .insertInto("journey_versions")
    .values({
      organization_id: campaign.organization_id,
      campaign_id: campaign.id,
      version: (campaign.journey_version ?? 0) + 1,
      steps: sql<JourneyStep[]>`${JSON.stringify(steps)}::jsonb`,
      created_by: createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx.updateTable("campaigns").set({ journey_version: row.version }).where("id", "=", campaign.id).execute();
  return row;
};

/** Gives a campaign that was made of another the other's newest journey. */
export const copyJourney = async (
  tx: OrganizationTransaction,
  { from, to }: { from: number; to: CampaignOfJourney },
): Promise<void> => {
  const newest = await findJourneyVersion(tx, from);
  if (!newest || newest.steps.length === 0) return;
  await addJourneyVersion(tx, to, { steps: newest.steps, createdBy: newest.created_by });
};
