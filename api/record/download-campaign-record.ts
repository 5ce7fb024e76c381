import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writeCampaignRecord } from "../../application/record/campaign-record.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { readCampaignCounts } from "../../infra/postgres/record/campaign-counts.repository.ts";
import { findRecordTree, hasUnsealed } from "../../infra/postgres/record/record.repository.ts";
import { fileTypeFor } from "../http/file-type.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { findLogFolder } from "./find-log-folder.ts";
import { campaignNotFound, nothingSealed, tooMuchHappens } from "./record.errors.ts";
import type { campaignRecordParams } from "./record.schemas.ts";
import { sealForAnswer } from "./seal-for-answer.ts";

/** Answers with the campaign's record as a file. Waiting entries are sealed first, so that it holds everything up to now. */
export const downloadCampaignRecord = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignRecordParams }>,
) => {
  const { organizationId } = context.actor;
  const { campaign_id: campaignId } = params;
  if (!(await context.inOrganization((tx) => findCampaign(tx, campaignId)))) throw campaignNotFound();
  const { tree, counts } = await readAtOneInstant(context, campaignId);
  if (!tree) throw nothingSealed();
  const logFolder = await findLogFolder(context);
  return createRawAnswer(async (response) => {
    response.set({
      "Content-Type": fileTypeFor(response, "application/zip"),
      "Content-Disposition": `attachment; filename="campaign-${campaignId}-record.zip"`,
      "Cache-Control": "no-store",
    });
    await pipeline(
      Readable.from(writeCampaignRecord(context, { organizationId, campaignId, logFolder, tree, counts })),
      response,
    );
  });
};

const MOST_TRIES = 20;

/** Reads the campaign's counts when everything that they count is sealed: calls of a running campaign end meanwhile. */
const readAtOneInstant = async (context: OperationContext, campaignId: number) => {
  for (let tries = 1; ; tries += 1) {
    await sealForAnswer(context);
    const tree = await context.inOrganization(findRecordTree);
    const counts = await context.inOrganization((tx) => readCampaignCounts(tx, campaignId));
    const isSame = await context.inOrganization(
      async (tx) => !(await hasUnsealed(tx)) && (await findRecordTree(tx))?.size === tree?.size,
    );
    if (isSame) return { tree, counts };
    if (tries === MOST_TRIES) throw tooMuchHappens();
  }
};
