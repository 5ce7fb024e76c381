import type { RunningStack } from "../../infra/local/stack.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { type ClosedMinute, zoneByDay } from "./dialling-hours.ts";

export interface ChaosCampaign extends DiallingOrganization {
  campaignId: number;
  numbers: string[];
  retries: { most: number; delaySeconds: number };
  /** Too little for all its calls: it is raised when it has run out. */
  budgetMinor: number;
}

export interface ChaosCampaignSettings {
  contacts: number;
  maxConcurrency: number;
  script: SimulatorScriptInput;
  /** Asked for when the contacts are in: the campaign is started then. */
  closedMinute?: (timezone: string) => ClosedMinute;
}

/** A call costs one or two; more than half of the contacts are called at least once until it has run out. */
const BUDGET_PER_CONTACT_MINOR = 0.6;

const RETRIES = { most: 2, delaySeconds: 2 };

/** Prepares an organization with a list, an agent and a draft campaign, all through the API. */
export const prepareChaosCampaign = async (
  stack: RunningStack,
  { contacts, maxConcurrency, script, closedMinute }: ChaosCampaignSettings,
): Promise<ChaosCampaign> => {
  const organization = await openDiallingOrganization(stack, script);
  const numbers = fictionalNumbers(contacts);
  // Everybody is in one zone, so that one minute is closed to all of them.
  const timezone = zoneByDay(Date.now());
  const listId = await organization.importNumbers(numbers, timezone);
  const budgetMinor = Math.ceil(contacts * BUDGET_PER_CONTACT_MINOR);
  const campaignId = await organization.createCampaign(listId, {
    max_concurrency: maxConcurrency,
    retry_config: { max_retries: RETRIES.most, retry_delay_seconds: RETRIES.delaySeconds },
    budget: { total_minor: budgetMinor, currency: "USD" },
    schedule_config: closedMinute?.(timezone).schedule,
  });
  return { ...organization, campaignId, numbers, retries: RETRIES, budgetMinor };
};
