import type { z } from "zod";
import { listCampaigns as listRows } from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentCampaign } from "./campaigns.presenter.ts";
import type { listCampaignsQuery } from "./campaigns.schemas.ts";

export const listCampaigns = async (
  context: OperationContext,
  { query }: { query: z.output<typeof listCampaignsQuery> },
) => {
  const rows = await context.inOrganization((tx) => listRows(tx, { ...query, beforeId: query.before_id }));
  return { campaigns: rows.map((row) => presentCampaign(row)) };
};
