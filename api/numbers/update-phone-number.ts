import type { z } from "zod";
import { planVersions, type VersionPlan } from "../../domain/campaign/version-plan.rules.ts";
import { shortenNumber } from "../../domain/number/e164.ts";
import { areTextsPointedAtUs } from "../../domain/number/inbound-target.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import type { PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import { isVerified } from "../../infra/postgres/number/verified-number.repository.ts";
import { recordNumber } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { numberGivenBack, numberNotVerified, requireAllowedCarrier } from "../telephony/telephony.errors.ts";
import { callerIdWithoutTexts, requireTextAgent } from "../text-agent.ts";
import { requireVersions, versionsOfOtherAgent } from "../versions-side-by-side.ts";
import { syncNumber } from "./carrier-sync.ts";
import { requireInboundAgent, requireLockedPhoneNumber, requirePhoneNumber } from "./find-phone-number.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { phoneNumberParams, updatePhoneNumberBody } from "./phone-numbers.schemas.ts";

type Body = z.output<typeof updatePhoneNumberBody>;
type Params = z.output<typeof phoneNumberParams>;

/**
 * Repoints, renames, turns on or off; the address itself never changes. A number that is turned off is no longer the
 * default caller id. The carrier is told last; the change is saved even when that fails.
 */
export const updatePhoneNumber = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof phoneNumberParams; body: typeof updatePhoneNumberBody }>,
) => {
  if (body.clear_inbound_workflow && body.inbound_workflow_id !== undefined) {
    throw invalidField(["clear_inbound_workflow"], "Send either inbound_workflow_id or clear_inbound_workflow");
  }
  const { account, before, row } = await context.withEntities((em, tx) => write({ em, tx }, { context, params, body }));
  const told = {
    calls: row.managed || before.inbound_agent_id !== null || row.inbound_agent_id !== null,
    texts: areTextsPointedAtUs(before, account) || areTextsPointedAtUs(row, account),
  };
  return presentPhoneNumber(row, await syncNumber(context, account, row, told));
};

const write = async (
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  { context, params, body }: { context: OperationContext; params: Params; body: Body },
) => {
  const { account, number, row } = await requireLockedPhoneNumber({ em, tx }, params);
  requireAllowedCarrier(context.actor, account);
  if (number.release_requested_at !== null) throw numberGivenBack();
  await requireInboundAgent(tx, body.inbound_workflow_id);
  if (body.is_active) await requireProof(tx, number);
  const plan = await planAnew(tx, { number, body, now: context.clock.now() });
  if (body.text_workflow_id !== undefined && number.ownership === "verified") throw callerIdWithoutTexts();
  const textAgentId = await requireTextAgent(context, tx, {
    body,
    provider: account.provider,
    before: number.text_agent_id,
  });
  const change = { ...changedColumns(number, body), version_plan: plan, text_agent_id: textAgentId };
  await em.change(row, { ...change, updated_at: context.clock.now() });
  if (body.extra_metadata !== undefined) await requireQuota(tx, "phone_numbers", 0);
  const actor = formatActor(context.actor);
  await recordNumber(tx, number, { change: "changed", actor });
  recordTimelineAtCommit(tx, {
    organizationId: number.organization_id,
    kind: "system",
    actor,
    summary: `Phone number ${shortenNumber(number.address_normalized)} of ${account.name} was changed`,
    payload: {
      telephony_configuration_id: account.id,
      phone_number_id: number.id,
      is_active: change.is_active,
    },
    agentId: change.inbound_agent_id,
  });
  return { account, before: number, row: await requirePhoneNumber(tx, params) };
};

/** Returns which versions take its calls from now on; the agent that they belong to is the one that it has then. */
const planAnew = async (
  tx: OrganizationTransaction,
  { number, body, now }: { number: PhoneNumberWithAgent; body: Body; now: Date },
): Promise<VersionPlan | null> => {
  const { versions, clear_versions: isCleared } = body;
  if (isCleared && versions) throw invalidField(["clear_versions"], "Send either versions or clear_versions");
  const { inbound_agent_id: agentId } = changedColumns(number, body);
  const isOtherAgent = agentId !== number.inbound_agent_id;
  if (versions) {
    if (agentId === null) throw invalidField(["versions"], "No agent takes its calls: send inbound_workflow_id too");
    const found = await requireVersions(tx, { agentId, versions });
    return planVersions(found, { before: isOtherAgent ? null : number.version_plan, now });
  }
  if (isCleared || agentId === null || number.version_plan === null) return null;
  if (isOtherAgent) throw versionsOfOtherAgent();
  return number.version_plan;
};

/** Throws for a number whose verification was removed: it is no caller id. */
const requireProof = async (tx: OrganizationTransaction, number: PhoneNumberWithAgent): Promise<void> => {
  if (number.ownership !== "verified") return;
  const proof = { phoneNumber: number.address_normalized, telephonyAccountId: number.telephony_configuration_id };
  if (!(await isVerified(tx, proof))) throw numberNotVerified();
};

const changedColumns = (number: PhoneNumberWithAgent, body: Body) => {
  const isActive = body.is_active ?? number.is_active;
  return {
    label: body.label ?? number.label,
    country_code: body.country_code ?? number.country_code,
    extra_metadata: body.extra_metadata ?? number.extra_metadata,
    inbound_agent_id: body.clear_inbound_workflow ? null : (body.inbound_workflow_id ?? number.inbound_agent_id),
    is_active: isActive,
    is_default_caller_id: number.is_default_caller_id && isActive,
  };
};
