import { isObstacle, readCallToDial, speaksByModels } from "../../application/call/call-to-dial.ts";
import { buildProspectiveRun } from "../../application/call/find-asked-contact.ts";
import { readHighestModelCosts, readHighestSpeechCosts } from "../../application/model/read-highest-costs.ts";
import { type HighestCosts, warnOfCost } from "../../domain/call/budget.rules.ts";
import { findHighestCost } from "../../domain/call/call-price.rules.ts";
import type { CampaignWarning } from "../../domain/campaign/campaign-warning.rules.ts";
import { readBudgets } from "../../infra/postgres/call/budget.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { countContactsByPrefix } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";

/**
 * Returns a warning for each budget that has less left than the campaign may cost when everybody is called once, for as
 * long as a call may last.
 */
export const listCostWarnings = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<CampaignWarning[]> => {
  const { organization_id: organizationId, environment } = campaign;
  const standings = await readBudgets(tx, { organizationId, campaign, environment }, context.clock.now());
  const costs = standings.length > 0 ? await computeHighestCosts(context, tx, campaign) : null;
  if (costs === null) return [];
  return standings.map((standing) => warnOfCost(standing, costs)).filter((warning) => warning !== null);
};

const NOBODY = { contactId: 0, campaignContactId: null, phoneNumber: "", timezone: null };

/**
 * Returns what the campaign costs when everybody is called once; null when the campaign is not ready to call, or its
 * carrier has no prices.
 */
export const computeHighestCosts = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<HighestCosts | null> => {
  const run = await buildProspectiveRun(tx, { campaign, contact: NOBODY });
  const call = isObstacle(run) ? run : await readCallToDial(context, tx, run);
  if (isObstacle(run) || isObstacle(call)) return null;
  const { provider } = call.account;
  const { timeLimitSeconds } = call.plan;
  const longest = { tx, prices: context.prices, timeLimitSeconds };
  const ofModels = [
    ...(call.plan.mode === null ? [] : await readHighestModelCosts(longest, run.agent_version_id)),
    ...(speaksByModels(call) ? await readHighestSpeechCosts(longest, run.agent_version_id) : []),
  ];
  const costs: HighestCosts = { contacts: 0, total: { amountMinor: 0, currency: "" } };
  for (const { prefix, contacts } of await countContactsByPrefix(tx, campaign)) {
    const cost = findHighestCost(context.prices, { provider, phoneNumber: prefix, timeLimitSeconds });
    if (cost === null) return null;
    costs.contacts += contacts;
    // An amount in another currency fits no budget, which admission reports.
    const models = ofModels
      .filter(({ currency }) => currency === cost.currency)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const amountMinor = costs.total.amountMinor + contacts * (cost.amountMinor + models);
    costs.total = { amountMinor, currency: cost.currency };
  }
  return costs.contacts > 0 ? costs : null;
};
