import type { z } from "zod";
import {
  explainBackFillRefusal,
  explainEmptyBackFill,
  explainWrongSpan,
  type OutageSpan,
} from "../../domain/campaign/back-fill.rules.ts";
import { nameChild } from "../../domain/campaign/campaign-name.rules.ts";
import {
  copyOutageContacts,
  findBackFill,
  type OutageReading,
  readOutage,
} from "../../infra/postgres/campaign/back-fill.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign, lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { countEarlierContacts } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { logCampaign, recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { insertChildCampaign } from "../../infra/postgres/campaign/child-campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import { invalidField, invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import type { backFillBody, backFillQuery } from "./back-fill.schemas.ts";
import { requireConsent, requireReady } from "./campaign-readiness.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { commandCampaign } from "./command-campaign.ts";
import { readCampaignAnswer } from "./get-campaign.ts";

type Body = z.output<typeof backFillBody>;
type Input = OperationInput<{ params: typeof campaignParams; body: typeof backFillBody }>;
type PreviewInput = OperationInput<{ params: typeof campaignParams; query: typeof backFillQuery }>;

/**
 * Makes a campaign of the contacts that an outage kept from being called: a child, because the figures, the settings and the
 * attempts of the earlier one stay what they were, and because one that is over never changes. Its row and its contacts are
 * written at once, so that a repeat finds it, and a later redial or back-fill leaves these contacts to it; then it is started.
 */
export const backFillCampaign = async (context: OperationContext, { params, body }: Input) => {
  const span = { fromMs: body.from.getTime(), toMs: body.to.getTime() };
  const wrong = explainWrongSpan(span, context.clock.now().getTime());
  if (wrong) throw invalidField(["to"], wrong);
  const child = await context.inOrganization(async (tx) => {
    const campaign = await lockCampaignRow(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    const made = await findBackFill(tx, campaign.id, span);
    if (made && (made.state !== "draft" || !body.start)) return made;
    await requireReady(context, tx, made ?? campaign);
    if (body.start) requireConsent(made ?? campaign);
    return made ?? makeBackFill(context, tx, { campaign, span, body });
  });
  if (body.start && child.state === "draft") await commandCampaign(context, child, "start");
  return context.inOrganization((tx) => readCampaignAnswer(tx, child.id));
};

const makeBackFill = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, span, body }: { campaign: Campaign; span: OutageSpan; body: Body },
): Promise<Campaign> => {
  const refusal = explainBackFillRefusal(campaign.state);
  if (refusal) throw commandRefused(refusal);
  const outage = await readOutage(tx, campaign, span);
  const empty = explainEmptyBackFill(outage);
  if (empty) throw commandRefused(empty);
  const child = await insertChildCampaign(tx, campaign, {
    name: body.name ?? nameChild(campaign.name, "back-fill"),
    back_fills_campaign_id: campaign.id,
    back_fill_from: body.from,
    back_fill_to: body.to,
    created_by: context.actor.userId,
    created_at: context.clock.now(),
  });
  await copyOutageContacts(tx, child, outage.contactIds);
  await recordBackFill(context, tx, { campaign, child, outage });
  return child;
};

const recordBackFill = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { campaign, child, outage }: { campaign: Campaign; child: Campaign; outage: OutageReading },
): Promise<void> => {
  const contacts = outage.contactIds.length;
  await recordDecision(tx, campaign, {
    level: "info",
    event: "back_filled",
    message: `Back-filled as campaign ${child.id}`,
    actor: formatActor(actor),
    details: { back_fill_campaign_id: child.id, from: child.back_fill_from, to: child.back_fill_to, contacts },
  });
  const { id, organization_id: organizationId } = child;
  await recordCampaign(tx, { organizationId, id, change: "created", actor: formatActor(actor) });
  await logCampaign(tx, child, {
    level: "info",
    event: "created",
    message: `Made as a back-fill of campaign ${campaign.id}`,
    actor: formatActor(actor),
    details: { back_fills_campaign_id: campaign.id },
  });
};

/** Says whom a back-fill of this span would call, and why none can be made. */
export const previewBackFill = (context: OperationContext, { params, query }: PreviewInput) =>
  context.inOrganization(async (tx) => {
    const span = { fromMs: query.from.getTime(), toMs: query.to.getTime() };
    const wrong = explainWrongSpan(span, context.clock.now().getTime());
    if (wrong) throw invalidParameter("to", wrong);
    const campaign = await findCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    const made = await findBackFill(tx, campaign.id, span);
    if (made) return presentMade(tx, made);
    const outage = await readOutage(tx, campaign, span);
    return {
      contacts: outage.contactIds.length,
      not_dialled: outage.notDialled,
      end_unknown: outage.endUnknown,
      called_again: outage.calledAgain,
      under_way: outage.underWay,
      refusal: explainBackFillRefusal(campaign.state) ?? explainEmptyBackFill(outage),
      back_fill_campaign_id: null,
    };
  });

/** The contacts of a back-fill that was made for exactly this span. */
const presentMade = async (tx: OrganizationTransaction, made: Campaign) => {
  const groups = await countEarlierContacts(tx, made);
  const contacts = groups.reduce((sum, group) => sum + group.contacts, 0);
  return {
    contacts: 0,
    not_dialled: 0,
    end_unknown: 0,
    called_again: contacts,
    under_way: 0,
    refusal: null,
    back_fill_campaign_id: made.id,
  };
};
