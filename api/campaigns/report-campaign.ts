import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { listAttributeNames } from "../../infra/postgres/campaign/contact-report.repository.ts";
import { presentRunReport } from "../calls/run-report.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { answerWithTable } from "../http/table-file.ts";
import { campaignNotFound, contactsHaveNoDates } from "./campaigns.errors.ts";
import type { campaignParams, reportQuery } from "./campaigns.schemas.ts";
import { presentContactReport } from "./contact-report.presenter.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof reportQuery }>;

/** Exports a campaign as a file: every ended call, or every contact with the reason where it was not reached. */
export const reportCampaign = (context: OperationContext, { params, query }: Input) =>
  query.rows === "contacts" ? reportContacts(context, { params, query }) : reportCalls(context, { params, query });

const reportCalls = (context: OperationContext, { params, query }: Input) => {
  const { campaign_id: campaignId } = params;
  const range = { from: query.start_date, to: query.end_date };
  const selection = { scope: { campaignId }, filters: [{ attribute: "dateRange", value: range } as const] };
  const report = { selection, filename: `campaign-${campaignId}-report`, format: query.format };
  return presentRunReport(context, report, async (tx) => {
    if (!(await findCampaign(tx, campaignId))) throw campaignNotFound();
  });
};

const reportContacts = async (context: OperationContext, { params, query }: Input) => {
  if (query.start_date !== undefined || query.end_date !== undefined) throw contactsHaveNoDates();
  const { campaign_id: campaignId } = params;
  const { state, attributes } = await context.inOrganization(async (tx) => {
    const campaign = await findCampaign(tx, campaignId);
    if (!campaign) throw campaignNotFound();
    return { state: campaign.state, attributes: await listAttributeNames(tx, campaignId) };
  });
  return answerWithTable({
    filename: `campaign-${campaignId}-contacts`,
    format: query.format,
    sheetName: "Contacts",
    rows: presentContactReport(context, { campaignId, state, attributes }),
  });
};
