import type { z } from "zod";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { presentRunReport } from "../calls/run-report.presenter.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams, reportQuery } from "./campaigns.schemas.ts";

interface Input {
  params: z.output<typeof campaignParams>;
  query: z.output<typeof reportQuery>;
}

/** Exports every ended call of a campaign as a file. */
export const reportCampaign = (context: OperationContext, { params, query }: Input) => {
  const { campaign_id: campaignId } = params;
  const range = { from: query.start_date, to: query.end_date };
  const selection = { scope: { campaignId }, filters: [{ attribute: "dateRange", value: range } as const] };
  const report = { selection, filename: `campaign-${campaignId}-report`, format: query.format };
  return presentRunReport(context, report, async (tx) => {
    if (!(await findCampaign(tx, campaignId))) throw campaignNotFound();
  });
};
