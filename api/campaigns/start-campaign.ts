import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireConsent, requireReady } from "./campaign-readiness.ts";
import { listCampaignWarnings, presentWarnings } from "./campaign-warnings.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams, startCampaignBody } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { commandRecurring, keepSchedule } from "./keep-schedule.ts";
import { requireWholeList } from "./require-whole-list.ts";

type Input = OperationInput<{ params: typeof campaignParams; body: typeof startCampaignBody }>;

/**
 * Starts a campaign by its workflow, which writes the state itself. Only the attestation is stored before, because it
 * is true in any case.
 */
export const startCampaign = async (context: OperationContext, { params, body }: Input) => {
  const campaign = await context.inOrganization(async (tx) => {
    const draft = await lockCampaign(tx, params.campaign_id);
    if (!draft) throw campaignNotFound();
    requireOwnEnvironment(context.actor, draft, "campaign");
    if (draft.state !== "scheduled") await requireWholeList(tx, draft.id);
    const ready = draft.state === "draft" ? await getReady(context, tx, { draft, body }) : draft;
    if (ready.recurrence !== null) await commandRecurring(context, tx, { campaign: ready, command: "start" });
    return ready;
  });
  // Warnings are computed before the campaign's own calls hold anything, and without its lock, for which a hand-over waits.
  const warnings = await context.inOrganization((tx) => listCampaignWarnings(context, tx, campaign));
  if (campaign.recurrence === null) await commandCampaign(context, campaign, "start");
  else await keepSchedule(context, campaign.id);
  return context.inOrganization(async (tx) => ({
    ...(await readCampaignAnswer(tx, campaign.id)),
    ...presentWarnings(warnings),
  }));
};

const getReady = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { draft, body }: { draft: Campaign; body: Input["body"] },
): Promise<Campaign> => {
  await requireReady(context, tx, draft);
  if (body.consent_attested && draft.consent_attested_at === null) return attestConsent(context, tx, draft);
  requireConsent(draft);
  return draft;
};

const attestConsent = async (
  { actor, clock }: OperationContext,
  tx: OrganizationTransaction,
  campaign: Campaign,
): Promise<Campaign> => {
  const attested = await tx
    .updateTable("campaigns")
    .set({ consent_attested_at: clock.now(), consent_attested_by: actor.userId })
    .where("id", "=", campaign.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const by = formatActor(actor);
  const { id, organization_id: organizationId } = campaign;
  await recordCampaign(tx, { organizationId, id, change: "changed", actor: by });
  await logCampaign(tx, campaign, {
    level: "info",
    event: "consent_attested",
    message: "It was attested that these people agreed to be called",
    actor: by,
  });
  return attested;
};
