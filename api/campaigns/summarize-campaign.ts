import type { z } from "zod";
import { findProgress } from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import {
  countByDay,
  countByHour,
  countContactsByAttempts,
  countDispositions,
  countOutcomes,
  sumTalkAndCost,
  zoneOfCampaign,
} from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

/** Outcomes and cost so far, counted from the calls themselves. */
export const summarizeCampaign = (context: OperationContext, { params }: { params: z.output<typeof campaignParams> }) =>
  context.inOrganization(async (tx) => {
    const id = params.campaign_id;
    const campaign = await findProgress(tx, id);
    if (!campaign) throw campaignNotFound();
    const timezone = await zoneOfCampaign(tx, campaign.schedule_config);
    const { talkSeconds, costs } = await sumTalkAndCost(tx, id);
    const outcomes = await countOutcomes(tx, id);
    const hours = await countByHour(tx, id, timezone);
    const days = await countByDay(tx, id, timezone);
    return {
      campaign_id: id,
      state: campaign.state,
      total: campaign.total,
      dialled: campaign.dialled,
      answered: campaign.answered,
      attempts: campaign.attempts,
      outcomes,
      dispositions: await countDispositions(tx, id),
      talk_seconds: talkSeconds,
      answer_rate: campaign.dialled === 0 ? null : campaign.answered / campaign.dialled,
      costs,
      attempts_per_contact: await countContactsByAttempts(tx, id),
      timezone,
      by_hour: hours.map(({ period, ...counts }) => ({ hour: period, ...counts })),
      by_day: days.map(({ period, ...counts }) => ({ date: period, ...counts })),
    };
  });
