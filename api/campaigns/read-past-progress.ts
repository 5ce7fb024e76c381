import { findProgress } from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import type { CampaignInstant } from "../../infra/postgres/campaign/campaign-steps.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import { presentPastProgress } from "./progress.presenter.ts";
import { requireInstant } from "./require-instant.ts";

/** Reads the progress as it was at an instant, from the campaign's steps. */
export const readPastProgress = (context: OperationContext, instant: CampaignInstant) =>
  context.inOrganization(async (tx) => {
    const step = await requireInstant(tx, instant);
    const row = await findProgress(tx, instant.campaignId);
    if (!row) throw campaignNotFound();
    return presentPastProgress(row, step, new Date(instant.asOf));
  });
