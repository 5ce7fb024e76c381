import { earliestOf, readSpan, spanOf } from "../../domain/campaign/campaign-span.ts";
import { readZonesKey } from "../../domain/contact/contact-zones.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { countContactsAtStart } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Returns when the campaign begins: as soon as its start has come on the clock of one of the contacts that it has now. Contacts of a
 * file are unknown before its import, so that the first clock on Earth decides. Null: it has no start of its own.
 */
export const readBegin = async (tx: OrganizationTransaction, campaign: Campaign, now: Date): Promise<Date | null> => {
  const { starts_at: startsAt } = campaign;
  const span = spanOf(campaign);
  if (startsAt === null || span === null) return null;
  if ("at" in startsAt) return new Date(startsAt.at);
  const groups = campaign.source_type === "csv" ? [] : await countContactsAtStart(tx, campaign);
  const keys = new Set(groups.flatMap(({ timezone, blocked }) => (blocked === null ? [timezone] : [])));
  if (keys.size === 0) return new Date(earliestOf(startsAt));
  const { fallbackZone } = await readCampaignHours(tx, campaign, now);
  return new Date(Math.min(...[...keys].map((key) => readSpan(span, readZonesKey(key, fallbackZone)).fromMs)));
};
