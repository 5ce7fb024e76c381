import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { nextTime } from "../../application/campaign/next-time.ts";
import { readBegin } from "../../application/campaign/read-begin.ts";
import {
  explainFixedRhythm,
  explainFixedSegment,
  explainUneditable,
  SETTINGS,
} from "../../domain/campaign/editable-settings.ts";
import { explainOrder } from "../../domain/campaign/hottest-first.ts";
import { planVersions } from "../../domain/campaign/version-plan.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign, lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { deleteHiddenList } from "../../infra/postgres/campaign/draft.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { campaignContract, rescheduleSignal } from "../../workflows/campaign/campaign.contract.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { DUPLICATE_AGENT, requireOwnEnvironment, requireUsable } from "../http/require-production.ts";
import { requireAgentToRun } from "../require-agent.ts";
import { requireCarrierAccount } from "../require-carrier-account.ts";
import { requireTextAgent } from "../text-agent.ts";
import { requireComparison, requireVersions, versionsOfOtherAgent } from "../versions-side-by-side.ts";
import { requireNextTime, requirePrices, requireSpan } from "./campaign-readiness.ts";
import { useList } from "./campaign-source.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams, updateCampaignBody } from "./campaigns.schemas.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { keepSchedule } from "./keep-schedule.ts";
import { mergeCircuitBreaker, mergeRetryConfig } from "./merge-settings.ts";

type Body = z.output<typeof updateCampaignBody>;
type Input = OperationInput<{ params: typeof campaignParams; body: typeof updateCampaignBody }>;

/** Columns that a change may write. */
const COLUMNS = [
  ...SETTINGS.filter((name) => name !== "versions" && name !== "guard" && name !== "text_workflow_id"),
  "version_plan",
  "version_guard",
  "text_agent_id",
  "agent_id",
  "telephony_configuration_id",
  "source_type",
  "source_id",
  "contact_list_id",
  "segment",
  "consent_attested_at",
  "consent_attested_by",
] as const;

/** Changes the settings of a draft or paused campaign under its lock, so that a resume sees all of it or nothing. */
export const updateCampaign = async (context: OperationContext, input: Input) => {
  const answer = await changeRow(context, input);
  // The row decides when it begins: where the workflow hears of it later, maintenance tells it.
  if (answer.state !== "scheduled") return answer;
  if (answer.recurrence === null) await tellOfChange(context, answer.id);
  else await keepSchedule(context, answer.id);
  return answer;
};

const changeRow = (context: OperationContext, { params, body }: Input) =>
  context.inOrganization(async (tx) => {
    const campaign = await lockCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    const refusal = explainUneditable(campaign.state, listSent(body)) ?? explainFixedRhythm(campaign, body);
    if (refusal) throw commandRefused(refusal);
    if (body.recurrence) requireNextTime(context, body.recurrence);
    requireSpan(context, listDates(body), campaign);
    const settings = {
      ...mergeInto(campaign, body),
      ...(await chooseAnew(context, tx, { campaign, body })),
      ...(await planAnew(context, tx, { campaign, body })),
      ...(await chooseTextAgent(context, tx, { campaign, body })),
    };
    const wrongOrder = explainOrder(
      settings.order ?? campaign.order,
      settings.order_by === undefined ? campaign.order_by : settings.order_by,
    );
    if (wrongOrder !== null) throw invalidField(["order_by"], wrongOrder);
    await requirePricesOf(context, tx, {
      budget: settings.budget === undefined ? campaign.budget : settings.budget,
      accountId: settings.telephony_configuration_id ?? campaign.telephony_configuration_id,
      isChanged: body.budget !== undefined || settings.telephony_configuration_id !== undefined,
    });
    const changed = COLUMNS.filter(
      (name) => settings[name] !== undefined && !isDeepStrictEqual(asStored(settings[name]), campaign[name]),
    );
    if (changed.length > 0) await writeSettings(context, tx, { campaign, settings, changed });
    if (campaign.state === "scheduled") await planBegin(context, tx, campaign.id);
    if (changed.includes("contact_list_id")) await deleteHiddenList(tx, campaign.contact_list_id);
    return readCampaignAnswer(tx, campaign.id);
  });

/** Stores when a scheduled campaign begins from now on. */
const planBegin = async ({ clock }: OperationContext, tx: OrganizationTransaction, id: number): Promise<void> => {
  const campaign = await findCampaign(tx, id);
  if (!campaign) return;
  const beginsAt =
    campaign.recurrence === null
      ? ((await readBegin(tx, campaign, clock.now())) ?? clock.now())
      : nextTime(campaign.recurrence, clock.now());
  await tx.updateTable("campaigns").set({ begins_at: beginsAt }).where("id", "=", id).execute();
};

const tellOfChange = async ({ actor, temporal, logger }: OperationContext, campaignId: number): Promise<void> => {
  const workflowId = campaignContract.workflowId({ organizationId: actor.organizationId, campaignId });
  try {
    await temporal.withDeadline(Date.now() + TOLD_WITHIN_MS, () =>
      temporal.workflow.getHandle(workflowId).signal(rescheduleSignal),
    );
  } catch (err) {
    logger.warn({ err, campaign_id: campaignId }, "the campaign's workflow hears of its new start later");
  }
};

const TOLD_WITHIN_MS = 2000;

const listSent = (body: Body): string[] => [
  ...Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ...body.unset,
];

/** Returns the start and the end that are sent; null: it is to have none. */
const listDates = ({ starts_at: startsAt, ends_at: endsAt, unset }: Body) => ({
  starts_at: unset.includes("starts_at") ? null : startsAt,
  ends_at: unset.includes("ends_at") ? null : endsAt,
});

/** Returns the agent, account and contacts that a draft is to have instead; 404 for one that is not there. */
const chooseAnew = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, body }: { campaign: Campaign; body: Body },
) => {
  const { workflow_id: agentId, contact_list_id: listId, telephony_configuration_id: accountId } = body;
  const { segment_id: segmentId } = body;
  const choosesSegment = segmentId !== undefined || body.unset.includes("segment_id");
  if (agentId !== undefined)
    requireUsable(campaign, (await requireAgentToRun(tx, agentId, "published")).agent, DUPLICATE_AGENT);
  if (accountId !== undefined) await requireCarrierAccount(context, tx, accountId);
  const isOtherList = listId !== undefined && listId !== campaign.contact_list_id;
  if ((isOtherList || choosesSegment) && isChild(campaign)) throw commandRefused(CALLS_EARLIER_CONTACTS);
  const refusal = choosesSegment ? explainFixedSegment(campaign, { isOtherList }) : null;
  if (refusal) throw commandRefused(refusal);
  return {
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(accountId !== undefined && { telephony_configuration_id: accountId }),
    ...(choosesSegment &&
      !isOtherList && {
        segment: (await useList(tx, campaign, campaign.contact_list_id ?? 0, segmentId)).segment,
      }),
    ...(isOtherList && {
      ...(await useList(tx, campaign, listId, segmentId)),
      // Nobody has attested consent for these people.
      consent_attested_at: null,
      consent_attested_by: null,
    }),
  };
};

/** Returns who answers people who write back from now on; undefined: it is not changed. */
const chooseTextAgent = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { campaign, body }: { campaign: Campaign; body: Body },
): Promise<{ text_agent_id?: number | null }> => {
  const { text_workflow_id: chosen, unset, telephony_configuration_id: newAccountId } = body;
  if (unset.includes("text_workflow_id")) return { text_agent_id: null };
  if (chosen === undefined) return {};
  const accountId = newAccountId ?? campaign.telephony_configuration_id ?? undefined;
  const { provider } = await requireCarrierAccount(context, tx, accountId);
  const text_agent_id = await requireTextAgent(context, tx, {
    body: { text_workflow_id: chosen },
    provider,
    before: campaign.text_agent_id,
    environment: campaign.environment,
  });
  return { text_agent_id };
};

const isChild = ({ parent_campaign_id: redials, back_fills_campaign_id: backFills }: Campaign): boolean =>
  redials !== null || backFills !== null;

const CALLS_EARLIER_CONTACTS =
  "A redial or a back-fill calls contacts of its earlier campaign and takes no other list: clone it, and change the clone";

/** Returns how versions stand side by side from now on; undefined parts are not changed. */
const planAnew = async (
  { clock }: OperationContext,
  tx: OrganizationTransaction,
  { campaign, body }: { campaign: Campaign; body: Body },
): Promise<Partial<Pick<Campaign, "version_plan" | "version_guard">>> => {
  const { versions, guard, unset, workflow_id: newAgentId } = body;
  const before = campaign.version_plan;
  const isOtherAgent = newAgentId !== undefined && newAgentId !== campaign.agent_id;
  if (isOtherAgent && before !== null && !versions && !unset.includes("versions")) throw versionsOfOtherAgent();
  const found = versions && (await requireVersions(tx, { agentId: newAgentId ?? campaign.agent_id, versions }));
  const change = {
    ...(unset.includes("versions") && { version_plan: null }),
    ...(unset.includes("guard") && { version_guard: null }),
    ...(found && { version_plan: planVersions(found, { before: isOtherAgent ? null : before, now: clock.now() }) }),
    ...(guard && { version_guard: guard }),
  };
  const { version_plan: plan, version_guard: kept } = { ...campaign, ...change };
  requireComparison(kept, plan);
  return change;
};

/** Returns the settings as they are to be stored; undefined ones are not changed. */
const mergeInto = (
  campaign: Campaign,
  {
    unset,
    workflow_id: _agent,
    contact_list_id: _list,
    telephony_configuration_id: _account,
    segment_id: _segment,
    text_workflow_id: _textAgent,
    versions: _versions,
    guard: _guard,
    ...body
  }: Body,
) => {
  const orNone = <N extends Exclude<Body["unset"][number], "versions" | "guard" | "segment_id" | "text_workflow_id">>(
    name: N,
  ) => (unset.includes(name) ? null : body[name]);
  return {
    ...body,
    order_by: body.order !== undefined && body.order !== "hottest" ? (body.order_by ?? null) : body.order_by,
    retry_config: body.retry_config && mergeRetryConfig(campaign.retry_config, body.retry_config),
    circuit_breaker: body.circuit_breaker && mergeCircuitBreaker(campaign.circuit_breaker, body.circuit_breaker),
    max_concurrency: orNone("max_concurrency"),
    schedule_config: orNone("schedule_config"),
    budget: orNone("budget"),
    caller_id_strategy: orNone("caller_id_strategy"),
    starts_at: orNone("starts_at"),
    ends_at: orNone("ends_at"),
    recurrence: orNone("recurrence"),
    daily_quota: orNone("daily_quota"),
  };
};

type Settings = ReturnType<typeof mergeInto> &
  Awaited<ReturnType<typeof chooseAnew>> &
  Awaited<ReturnType<typeof chooseTextAgent>> &
  Awaited<ReturnType<typeof planAnew>>;

/** Removes undefined fields, which JSON does not have. */
const asStored = (setting: Settings[keyof Settings]): unknown => JSON.parse(JSON.stringify(setting));

const nameOnWire = (column: (typeof COLUMNS)[number]): string => NAMES_ON_WIRE[column] ?? column;

const NAMES_ON_WIRE: Readonly<Record<string, string>> = {
  version_plan: "versions",
  version_guard: "guard",
  text_agent_id: "text_workflow_id",
};

interface PricedCampaign {
  budget: Campaign["budget"] | undefined;
  accountId: number | null;
  /** An amount that was stored before may have been priced then. */
  isChanged: boolean;
}

const requirePricesOf = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { budget, accountId, isChanged }: PricedCampaign,
): Promise<void> => {
  if (!isChanged || !budget || accountId === null) return;
  const account = await tx
    .selectFrom("telephony_configurations")
    .select("provider")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account) requirePrices(context, account.provider, budget.currency);
};

const writeSettings = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  {
    campaign,
    settings,
    changed,
  }: { campaign: Campaign; settings: Settings; changed: readonly (typeof COLUMNS)[number][] },
): Promise<void> => {
  await tx.updateTable("campaigns").set(settings).where("id", "=", campaign.id).execute();
  const actor = formatActor(context.actor);
  const names = changed.map(nameOnWire);
  const message = `Changed: ${names.join(", ")}`;
  const changes = Object.fromEntries(
    changed.map((name) => [nameOnWire(name), { from: campaign[name], to: settings[name] }]),
  );
  await logCampaign(tx, campaign, { level: "info", event: "updated", message, actor, details: changes });
  const { id, organization_id: organizationId } = campaign;
  await recordCampaign(tx, { organizationId, id, change: "changed", actor });
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "campaign",
    actor,
    summary: `${settings.name ?? campaign.name}: settings changed (${names.join(", ")})`,
    payload: { campaign_id: campaign.id, event: "updated", changed: names },
    agentId: settings.agent_id ?? campaign.agent_id,
    campaignId: campaign.id,
  });
};
