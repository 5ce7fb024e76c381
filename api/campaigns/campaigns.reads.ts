import { MOST_WHAT_IFS_LISTED } from "../../domain/what-if/what-if.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { findWhatIf, listWhatIfs as listWhatIfRows } from "../../infra/postgres/what-if/what-if.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound, whatIfNotFound } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { presentWhatIf } from "./what-if.presenter.ts";
import type { whatIfParams } from "./what-if.schemas.ts";

export const getWhatIf = (context: OperationContext, { params }: OperationInput<{ params: typeof whatIfParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findWhatIf(tx, { campaignId: params.campaign_id, id: params.what_if_id });
    if (!row) throw whatIfNotFound();
    return presentWhatIf(row);
  });

export const listWhatIfs = (context: OperationContext, { params }: OperationInput<{ params: typeof campaignParams }>) =>
  context.inOrganization(async (tx) => {
    if (!(await findCampaign(tx, params.campaign_id))) throw campaignNotFound();
    const rows = await listWhatIfRows(tx, { campaignId: params.campaign_id, limit: MOST_WHAT_IFS_LISTED });
    return { what_ifs: rows.map(presentWhatIf) };
  });
