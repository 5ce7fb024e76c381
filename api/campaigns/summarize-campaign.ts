import { estimateMean, estimateRate } from "../../domain/campaign/confidence.rules.ts";
import { computeAnswerRate } from "../../domain/campaign/progress-figures.rules.ts";
import { readBudgets } from "../../infra/postgres/call/budget.repository.ts";
import {
  describeBudgets,
  findProgress,
  type ProgressRow,
} from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import type { VersionFigures } from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import {
  countContactsByAttempts,
  countContactsByLastOutcome,
  readCampaignZone,
  summarizeRuns,
} from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type CallsRemoved, readCallsRemoved } from "../../infra/postgres/removal/removed-sums.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { asOfQuery } from "./as-of.schemas.ts";
import { campaignNotFound, pastRemoved } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { presentBudget } from "./progress.presenter.ts";
import { readPastSummary } from "./read-past-summary.ts";
import type { SummaryReading } from "./summary-reading.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof asOfQuery }>;

/** Returns outcomes and cost so far, counted from the rows of the calls, or as they were at an instant. */
export const summarizeCampaign = (context: OperationContext, { params, query }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await findProgress(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    const now = context.clock.now();
    const timezone = await readCampaignZone(tx, campaign.schedule_config);
    const callsRemoved = await readCallsRemoved(tx, campaign.id);
    if (callsRemoved && query.as_of !== undefined) throw pastRemoved(callsRemoved.calls);
    const reading =
      query.as_of === undefined
        ? await readSummary(tx, campaign, { now, timezone })
        : await readPastSummary(tx, { campaignId: campaign.id, asOf: query.as_of }, timezone);
    return presentSummary({ id: campaign.id, timezone, callsRemoved, ...reading });
  });

const readSummary = async (
  tx: OrganizationTransaction,
  campaign: ProgressRow,
  { now, timezone }: { now: Date; timezone: string },
): Promise<SummaryReading> => ({
  figures: campaign,
  runs: await summarizeRuns(tx, campaign.id, timezone),
  attemptsPerContact: await countContactsByAttempts(tx, campaign.id),
  lastOutcomes: await countContactsByLastOutcome(tx, campaign.id),
  budgets: (await readBudgets(tx, describeBudgets(campaign), now)).map(presentBudget),
  asOf: now,
  unknown: [],
});

const presentSummary = ({
  id,
  timezone,
  callsRemoved,
  figures,
  runs,
  ...reading
}: SummaryReading & { id: number; timezone: string; callsRemoved: CallsRemoved | null }) => ({
  campaign_id: id,
  state: figures.state,
  total: figures.total,
  dialled: figures.dialled,
  answered: figures.answered,
  attempts: figures.attempts,
  outcomes: runs.outcomes,
  dispositions: runs.dispositions,
  answered_by: runs.answeredBy,
  talk_seconds: runs.talkSeconds,
  answer_rate: computeAnswerRate(figures),
  costs: runs.costs,
  budgets: reading.budgets,
  attempts_per_contact: reading.attemptsPerContact,
  last_outcomes: reading.lastOutcomes,
  calls_removed: callsRemoved,
  not_called_by_end: reading.lastOutcomes["blocked_ended"] ?? 0,
  timezone,
  by_hour: runs.byHour,
  by_day: runs.byDay,
  by_version: runs.byVersion.map(presentVersion),
  as_of: reading.asOf,
  unknown: reading.unknown,
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
