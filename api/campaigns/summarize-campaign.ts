import { estimateMean, estimateRate } from "../../domain/campaign/confidence.rules.ts";
import { readBudgets } from "../../infra/postgres/call/budget.repository.ts";
import { describeBudgets, findProgress } from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import type { VersionFigures } from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import {
  countContactsByAttempts,
  countContactsByLastOutcome,
  readCampaignZone,
  summarizeRuns,
} from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { presentBudget } from "./progress.presenter.ts";

/** Returns outcomes and cost so far, counted from the rows of the calls. */
export const summarizeCampaign = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) =>
  context.inOrganization(async (tx) => {
    const id = params.campaign_id;
    const campaign = await findProgress(tx, id);
    if (!campaign) throw campaignNotFound();
    const timezone = await readCampaignZone(tx, campaign.schedule_config);
    const runs = await summarizeRuns(tx, id, timezone);
    return {
      campaign_id: id,
      state: campaign.state,
      total: campaign.total,
      dialled: campaign.dialled,
      answered: campaign.answered,
      attempts: campaign.attempts,
      outcomes: runs.outcomes,
      dispositions: runs.dispositions,
      talk_seconds: runs.talkSeconds,
      answer_rate: campaign.dialled === 0 ? null : campaign.answered / campaign.dialled,
      costs: runs.costs,
      budgets: (await readBudgets(tx, describeBudgets(campaign), context.clock.now())).map(presentBudget),
      attempts_per_contact: await countContactsByAttempts(tx, id),
      last_outcomes: await countContactsByLastOutcome(tx, id),
      timezone,
      by_hour: runs.byHour,
      by_day: runs.byDay,
      by_version: runs.byVersion.map(presentVersion),
    };
  });

const presentVersion = ({ versionId, version, calls, answered, optedOut, dispositions, talk }: VersionFigures) => ({
  version,
  definition_id: versionId,
  calls,
  answered,
  opted_out: optedOut,
  answer_rate: estimateRate(answered, calls),
  opt_out_rate: estimateRate(optedOut, answered),
  dispositions: Object.entries(dispositions).map(([disposition, count]) => ({
    disposition,
    calls: count,
    rate: estimateRate(count, answered),
  })),
  talk_seconds: estimateMean(talk),
});
