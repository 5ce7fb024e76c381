import { listNewestLogs } from "../../infra/postgres/campaign/campaign.repository.ts";
import {
  type CampaignLog,
  type CampaignOverview,
  findCampaignOverview,
} from "../../infra/postgres/campaign/campaign-lists.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findRehearsalOfCampaign } from "../../infra/postgres/rehearsal/rehearsed-version.repository.ts";
import { sendTogether, sendWithCommit } from "../../infra/postgres/send-together.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import { presentCampaign } from "./campaigns.presenter.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

export const getCampaign = (context: OperationContext, { params }: OperationInput<{ params: typeof campaignParams }>) =>
  context.inOrganization(async (tx) =>
    presentFound(await sendWithCommit(tx, (tx) => askForCampaign(tx, params.campaign_id))),
  );

/** Returns the common answer of operations on one campaign. */
export const readCampaignAnswer = async (tx: OrganizationTransaction, campaignId: number) =>
  presentFound(await sendTogether(tx, (tx) => askForCampaign(tx, campaignId)));

const askForCampaign = (tx: OrganizationTransaction, campaignId: number) =>
  [
    findCampaignOverview(tx, campaignId),
    listNewestLogs(tx, campaignId),
    findRehearsalOfCampaign(tx, campaignId),
  ] as const;

type FoundRehearsal = Awaited<ReturnType<typeof findRehearsalOfCampaign>>;

const presentFound = ([campaign, logs, rehearsal]: readonly [
  CampaignOverview | undefined,
  CampaignLog[],
  FoundRehearsal,
]) => {
  if (!campaign) throw campaignNotFound();
  return {
    ...presentCampaign(campaign, logs),
    rehearsal: rehearsal
      ? {
          rehearsal_id: rehearsal.id,
          version_number: rehearsal.version_number,
          passed: rehearsal.passed,
          ended_at: rehearsal.ended_at,
        }
      : null,
  };
};
