import { isPastKept, type StepAtInstant } from "../../domain/campaign/campaign-as-of.rules.ts";
import { type CampaignInstant, readInstant } from "../../infra/postgres/campaign/campaign-steps.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { campaignNotFound, instantBeforeCampaign, instantInFuture, pastNotKept } from "./campaigns.errors.ts";

/** Returns the campaign's newest step up to the instant; null: nothing had changed since it was made. */
export const requireInstant = async (
  tx: OrganizationTransaction,
  instant: CampaignInstant,
): Promise<StepAtInstant | null> => {
  const reading = await readInstant(tx, instant);
  if (!reading) throw campaignNotFound();
  if (reading.isFuture) throw instantInFuture();
  if (reading.isBefore) throw instantBeforeCampaign(reading.createdAt);
  if (!isPastKept(reading)) throw pastNotKept();
  return reading.step;
};
