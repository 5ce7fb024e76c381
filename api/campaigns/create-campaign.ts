import type { z } from "zod";
import { listVariables } from "../../domain/agent/agent-definition.ts";
import { DATE_VARIABLES } from "../../domain/call/call-variables.ts";
import { agreeRetries } from "../../domain/campaign/retry.rules.ts";
import { planVersions, type VersionPlan } from "../../domain/campaign/version-plan.rules.ts";
import type { VersionToRun } from "../../infra/postgres/agent/agent-to-run.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { findMissingVariables } from "../../infra/postgres/campaign/contact-variables.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { DUPLICATE_AGENT, requireUsable } from "../http/require-production.ts";
import { requireAgentToRun } from "../require-agent.ts";
import { requireCarrierAccount } from "../require-carrier-account.ts";
import { requireTextAgent } from "../text-agent.ts";
import { requireComparison, requireVersions } from "../versions-side-by-side.ts";
import { requireNextTime, requirePrices, requireSpan } from "./campaign-readiness.ts";
import { type CampaignSource, claimSource, requireUploadedFile } from "./campaign-source.ts";
import { listCampaignWarnings, presentWarnings } from "./campaign-warnings.ts";
import type { createCampaignBody } from "./campaigns.schemas.ts";
import { readCampaignAnswer } from "./get-campaign.ts";
import { keepJourney } from "./put-journey.ts";
import { circuitBreaker, retryConfig } from "./settings.schemas.ts";

type Body = z.output<typeof createCampaignBody>;

/** Creates a draft: rows only, no workflow. A repeated Idempotency-Key finds the campaign that it made. */
export const createCampaign = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof createCampaignBody }>,
) => {
  await requireUploadedFile(context, body);
  const requestUuid = context.requestUuid();
  return context.inOrganization(async (tx) => {
    const earlier = await campaignOfRequest(tx, requestUuid);
    if (earlier) return readCampaignAnswer(tx, earlier.id);
    requireSpan(context, body, null);
    if (body.recurrence) requireNextTime(context, body.recurrence);
    // Campaigns do not run drafts.
    const { agent, version } = await requireAgentToRun(tx, body.workflow_id, "published");
    requireUsable(context.actor, agent, DUPLICATE_AGENT);
    // The account is fixed now: later changes of the default do not affect the campaign.
    const account = await requireCarrierAccount(context, tx, body.telephony_configuration_id);
    if (body.budget) requirePrices(context, account.provider, body.budget.currency);
    const { environment } = context.actor;
    const { provider } = account;
    const textAgentId = await requireTextAgent(context, tx, { body, provider, environment, before: null });
    const source = await claimSource(context, tx, { body, requestUuid });
    const plan = await planFor(context, tx, body);
    const chosen = { accountId: account.id, plan, textAgentId };
    const campaign = await insertCampaign(context, tx, { body, source, requestUuid, ...chosen });
    await announce(context, tx, campaign);
    if (body.journey) await keepJourney(context, tx, { campaign, steps: body.journey.steps });
    await warnOfMissingVariables(tx, campaign, version);
    const warnings = presentWarnings(await listCampaignWarnings(context, tx, campaign));
    return { ...(await readCampaignAnswer(tx, campaign.id)), ...warnings };
  });
};

const planFor = async (
  { clock }: OperationContext,
  tx: OrganizationTransaction,
  { workflow_id: agentId, versions, guard }: Body,
): Promise<VersionPlan | null> => {
  const now = clock.now();
  const plan = versions ? planVersions(await requireVersions(tx, { agentId, versions }), { before: null, now }) : null;
  requireComparison(guard ?? null, plan);
  return plan;
};

const campaignOfRequest = (tx: OrganizationTransaction, requestUuid: string) =>
  tx.selectFrom("campaigns").select("id").where("request_uuid", "=", requestUuid).executeTakeFirst();

interface ChosenCampaign {
  body: Body;
  source: CampaignSource;
  accountId: number;
  requestUuid: string;
  plan: VersionPlan | null;
  textAgentId: number | null;
}

const insertCampaign = async (
  { actor, clock }: OperationContext,
  tx: OrganizationTransaction,
  { body, source, accountId, requestUuid, plan, textAgentId }: ChosenCampaign,
): Promise<Campaign> => {
  const campaign = await tx
    .insertInto("campaigns")
    .values({
      organization_id: actor.organizationId,
      request_uuid: requestUuid,
      name: body.name,
      agent_id: body.workflow_id,
      ...source,
      telephony_configuration_id: accountId,
      environment: actor.environment,
      retry_config: agreeRetries(body.retry_config ?? retryConfig.parse({})),
      schedule_config: body.schedule_config ?? null,
      circuit_breaker: body.circuit_breaker ?? circuitBreaker.parse({}),
      max_concurrency: body.max_concurrency ?? null,
      budget: body.budget ?? null,
      caller_id_strategy: body.caller_id_strategy ?? null,
      text_agent_id: textAgentId,
      version_plan: plan,
      version_guard: body.guard ?? null,
      starts_at: body.starts_at ?? null,
      ends_at: body.ends_at ?? null,
      recurrence: body.recurrence ?? null,
      daily_quota: body.daily_quota ?? null,
      order: body.order,
      order_by: body.order_by ?? null,
      enrolment: body.enrolment,
      consent_attested_at: body.consent_attested ? clock.now() : null,
      consent_attested_by: body.consent_attested ? actor.userId : null,
      created_by: actor.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("campaign_figures")
    .values({ campaign_id: campaign.id, organization_id: actor.organizationId })
    .execute();
  return campaign;
};

const announce = async (context: OperationContext, tx: OrganizationTransaction, campaign: Campaign): Promise<void> => {
  const actor = formatActor(context.actor);
  const details = { consent_attested: campaign.consent_attested_at !== null };
  const { id, organization_id: organizationId } = campaign;
  await recordCampaign(tx, { organizationId, id, change: "created", actor });
  await logCampaign(tx, campaign, {
    level: "info",
    event: "created",
    message: "The campaign was created",
    actor,
    details,
  });
  recordTimelineAtCommit(tx, {
    organizationId: campaign.organization_id,
    kind: "campaign",
    actor,
    summary: `${campaign.name}: the campaign was created`,
    payload: { campaign_id: campaign.id, event: "created", ...details },
    agentId: campaign.agent_id,
    campaignId: campaign.id,
  });
};

/**
 * A missing variable is spoken as nothing, which deserves a warning and no refusal. For a file it is unknown before its
 * import.
 */
const warnOfMissingVariables = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  version: VersionToRun,
): Promise<void> => {
  if (campaign.source_type === "csv" || campaign.contact_list_id === null) return;
  const given = new Set<string>([...DATE_VARIABLES, ...Object.keys(version.templateVariables)]);
  const needed = listVariables(version.definition).filter((name) => !given.has(name));
  const missing = await findMissingVariables(tx, campaign.contact_list_id, needed);
  if (missing.length === 0) return;
  await logCampaign(tx, campaign, {
    level: "warning",
    event: "variables_missing",
    message: `The agent says ${missing.map((name) => `{{${name}}}`).join(", ")}, which some contacts have no value for`,
    actor: "system",
    details: { variables: missing },
  });
};
