import type { z } from "zod";
import { isE164 } from "../../domain/number/e164.ts";
import { explainNoPast, explainRemovedPast, MOST_WHAT_IFS_UNDER_WAY } from "../../domain/what-if/what-if.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { lockExclusively } from "../../infra/postgres/locks.ts";
import { readCallsRemoved } from "../../infra/postgres/removal/removed-sums.ts";
import { listContactsByNumber } from "../../infra/postgres/what-if/campaign-past.repository.ts";
import type { WhatIf } from "../../infra/postgres/what-if/what-if.entity.ts";
import { countWhatIfsUnderWay, insertWhatIf } from "../../infra/postgres/what-if/what-if.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { whatIfContract, whatIfStartOptions } from "../../workflows/what-if/what-if.contract.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireNamedPacks } from "../organizations/rule-packs.schemas.ts";
import { campaignNotFound, noPast, tooManyWhatIfs } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { mergeRetryConfig } from "./merge-settings.ts";
import { presentWhatIf } from "./what-if.presenter.ts";
import type { whatIfBody } from "./what-if.schemas.ts";

type Body = z.output<typeof whatIfBody>;
type Input = OperationInput<{ params: typeof campaignParams; body: typeof whatIfBody }>;

/**
 * Asks what a campaign would have done by other settings. The row is written first, and its workflow is started afterwards, by the
 * request or, where its process ends before that, by maintenance.
 */
export const askWhatIf = async (context: OperationContext, { params, body }: Input) => {
  const row = await context.inOrganization(async (tx) => {
    const campaign = await findCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    const refusal = explainNoPast(campaign) ?? explainRemovedPast(await readCallsRemoved(tx, campaign.id));
    if (refusal) throw noPast(refusal);
    requireFitting(campaign, body);
    return writeQuestion(context, tx, { campaign, body });
  });
  await startWhatIfWorkflow(context, row);
  return presentWhatIf(row);
};

/** Throws 422 for settings that do not fit together or the campaign. */
const requireFitting = (campaign: Campaign, body: Body): void => {
  if (body.retry_config) mergeRetryConfig(campaign.retry_config, body.retry_config);
  const currency = campaign.budget?.currency;
  if (body.budget && currency !== undefined && body.budget.currency !== currency)
    throw invalidField(["budget", "currency"], `The campaign's calls are budgeted in ${currency}`);
  requireNamedPacks(body);
  const wrong = (body.do_not_call ?? []).findIndex((number) => !isE164(number));
  if (wrong >= 0) throw invalidField(["do_not_call", wrong], "Give the number in E.164, such as +12125550123");
};

const writeQuestion = async (
  { actor, requestUuid }: OperationContext,
  tx: OrganizationTransaction,
  { campaign, body: { do_not_call: numbers, ...settings } }: { campaign: Campaign; body: Body },
): Promise<WhatIf> => {
  const uuid = requestUuid();
  await lockExclusively(tx, `what-ifs:${campaign.organization_id}`);
  const { row, isNew } = await insertWhatIf(tx, {
    organization_id: campaign.organization_id,
    campaign_id: campaign.id,
    uuid,
    environment: campaign.environment,
    settings: { ...settings, ...(numbers && { do_not_call: numbers.length }) },
    blocked_contacts: await listContactsByNumber(tx, campaign.id, numbers ?? []),
    created_by: actor.userId,
  });
  // The row counts itself.
  if (isNew && (await countWhatIfsUnderWay(tx)) > MOST_WHAT_IFS_UNDER_WAY) throw tooManyWhatIfs();
  return row;
};

const startWhatIfWorkflow = (context: OperationContext, row: WhatIf): Promise<void> =>
  tryToStart(
    context,
    whatIfContract.type,
    whatIfStartOptions({
      organizationId: row.organization_id,
      whatIfUuid: row.uuid,
      campaignId: row.campaign_id,
    }),
  );
