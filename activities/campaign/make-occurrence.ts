import { nextTime } from "../../application/campaign/next-time.ts";
import { listHolidayDates } from "../../application/campaign/recurrence-schedule.ts";
import { nameOccurrence } from "../../domain/campaign/campaign-name.rules.ts";
import { isMissed, type SeenTime } from "../../domain/campaign/recurrence.ts";
import { showClock } from "../../domain/time/clock-time.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { logCampaign, recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { insertChildCampaign } from "../../infra/postgres/campaign/child-campaign.repository.ts";
import { findImportBeforeStart } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";

interface Time extends SeenTime {
  campaignId: number;
  now: Date;
}

/**
 * Makes the campaign of a time, once for what the clock shows then; null: none is made. It waits, by failing, for an import into the
 * list that is under way, because the campaign would leave out for good who is not there yet.
 */
export const makeOccurrence = async (
  tx: OrganizationTransaction,
  { campaignId, atMs, seenAtMs, now }: Time,
): Promise<Campaign | null> => {
  const parent = await lockCampaignRow(tx, campaignId);
  if (parent?.state !== "scheduled" || parent.recurrence === null) return null;
  const local = showClock(parent.recurrence.timezone, atMs);
  const made = await findOccurrence(tx, campaignId, local);
  if (made) return made;
  await tx
    .updateTable("campaigns")
    .set({ begins_at: nextTime(parent.recurrence, now) })
    .where("id", "=", campaignId)
    .execute();
  if (listHolidayDates(parent.recurrence, new Date(atMs)).includes(local.slice(0, "2026-12-25".length))) {
    await logLeftOut(tx, parent, { local, because: "it is a holiday" });
    return null;
  }
  if (isMissed(parent.recurrence, { atMs, seenAtMs })) {
    const because = "the platform was down then, and the campaign leaves out what it has missed";
    await logLeftOut(tx, parent, { local, because });
    return null;
  }
  return insertOccurrence(tx, { parent, local, now });
};

const findOccurrence = (tx: OrganizationTransaction, parentId: number, local: string) =>
  tx
    .selectFrom("campaigns")
    .selectAll()
    .where("recurs_campaign_id", "=", parentId)
    .where("recurs_at", "=", local)
    .executeTakeFirst();

const insertOccurrence = async (
  tx: OrganizationTransaction,
  { parent, local, now }: { parent: Campaign; local: string; now: Date },
): Promise<Campaign> => {
  const child = await insertChildCampaign(tx, parent, {
    name: nameOccurrence(parent.name, local),
    recurs_campaign_id: parent.id,
    recurs_at: local,
    created_by: parent.created_by,
    created_at: now,
  });
  const pending = await findImportBeforeStart(tx, child.id);
  if (pending) throw new Error(`import ${pending.id} into the list is under way`);
  await recordDecision(tx, parent, {
    level: "info",
    event: "occurred",
    message: `Campaign ${child.id} was made for ${local}`,
    actor: "system",
    details: { occurrence_campaign_id: child.id, at: local },
  });
  const { id, organization_id: organizationId } = child;
  await recordCampaign(tx, { organizationId, id, change: "created", actor: "system" });
  await logCampaign(tx, child, {
    level: "info",
    event: "created",
    message: `Made by the recurring campaign ${parent.id} for ${local}`,
    actor: "system",
    details: { recurs_campaign_id: parent.id, at: local },
  });
  return child;
};

const logLeftOut = (
  tx: OrganizationTransaction,
  parent: Campaign,
  { local, because }: { local: string; because: string },
): Promise<void> =>
  logCampaign(tx, parent, {
    level: "info",
    event: "occurrence_left_out",
    message: `None was made for ${local}: ${because}`,
    actor: "system",
    details: { at: local },
  });
