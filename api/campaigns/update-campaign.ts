import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requirePrices } from "./campaign-readiness.ts";
import { campaignNotFound, notEditable } from "./campaigns.errors.ts";
import type { campaignParams, updateCampaignBody } from "./campaigns.schemas.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { mergeCircuitBreaker, mergeRetryConfig } from "./merge-settings.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";

type Body = z.output<typeof updateCampaignBody>;
interface Input {
  params: z.output<typeof campaignParams>;
  body: Body;
}

const SETTINGS = [
  "name",
  "retry_config",
  "max_concurrency",
  "schedule_config",
  "circuit_breaker",
  "budget",
  "caller_id_strategy",
] as const;

/** Changes the settings of a draft or paused campaign under its lock, so that a resume sees all of it or nothing. */
export const updateCampaign = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await lockCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    if (campaign.state !== "draft" && campaign.state !== "paused") throw notEditable(campaign.state);
    if (body.budget) await requirePricesOf(context, tx, { campaign, currency: body.budget.currency });
    const settings = mergeInto(campaign, body);
    const changed = SETTINGS.filter(
      (name) => settings[name] !== undefined && !isDeepStrictEqual(asStored(settings[name]), campaign[name]),
    );
    if (changed.length > 0) await writeSettings(context, tx, { campaign, settings, changed });
    return readCampaignAnswer(tx, campaign.id);
  });

/** Returns the settings as they are to be stored; undefined ones are not changed. */
const mergeInto = (campaign: Campaign, { unset, ...body }: Body) => {
  const orNone = <N extends Body["unset"][number]>(name: N) => (unset.includes(name) ? null : body[name]);
  return {
    ...body,
    retry_config: body.retry_config && mergeRetryConfig(campaign.retry_config, body.retry_config),
    circuit_breaker: body.circuit_breaker && mergeCircuitBreaker(campaign.circuit_breaker, body.circuit_breaker),
    max_concurrency: orNone("max_concurrency"),
    schedule_config: orNone("schedule_config"),
    budget: orNone("budget"),
    caller_id_strategy: orNone("caller_id_strategy"),
  };
};

type Settings = ReturnType<typeof mergeInto>;

/** Removes undefined fields, which JSON does not have. */
const asStored = (setting: Settings[keyof Settings]): unknown => JSON.parse(JSON.stringify(setting));

const requirePricesOf = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, currency }: { campaign: Campaign; currency: string },
): Promise<void> => {
  const account = await tx
    .selectFrom("telephony_configurations")
    .select("provider")
    .where("id", "=", campaign.telephony_configuration_id)
    .executeTakeFirst();
  if (account) requirePrices(context, account.provider, currency);
};

const writeSettings = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  {
    campaign,
    settings,
    changed,
  }: { campaign: Campaign; settings: Settings; changed: readonly (typeof SETTINGS)[number][] },
): Promise<void> => {
  await tx.updateTable("campaigns").set(settings).where("id", "=", campaign.id).execute();
  const actor = formatActor(context.actor);
  const message = `Changed: ${changed.join(", ")}`;
  const changes = Object.fromEntries(changed.map((name) => [name, { from: campaign[name], to: settings[name] }]));
  await logCampaign(tx, campaign, { level: "info", event: "updated", message, actor, details: changes });
  recordTimelineAtCommit(tx, {
    organizationId: campaign.organization_id,
    kind: "campaign",
    actor,
    summary: `${settings.name ?? campaign.name}: settings changed (${changed.join(", ")})`,
    payload: { campaign_id: campaign.id, event: "updated", changed },
    agentId: campaign.agent_id,
    campaignId: campaign.id,
  });
};
