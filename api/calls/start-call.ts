import type { z } from "zod";
import { isAgentObstacle, type VersionChoice } from "../../domain/agent/usable-agent-version.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { findAgentByTrigger, findAgentByUuid } from "../../infra/postgres/agent/agent.repository.ts";
import { type AgentToRun, readAgentToRun } from "../../infra/postgres/agent/agent-to-run.repository.ts";
import { findAgentByDraftTrigger } from "../../infra/postgres/agent/draft-trigger.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { agentNotFound } from "../agents/agents.errors.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { startCallBody, triggerParams, workflowUuidParams } from "./calls.schemas.ts";
import { placeRun } from "./place-run.ts";

type Body = z.output<typeof startCallBody>;
type FindAgent = (tx: OrganizationTransaction) => Promise<Agent | undefined>;

/** Places a call with the published agent that has this trigger. */
export const startCall = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof triggerParams; body: typeof startCallBody }>,
) => start(context, { body, version: "published", find: (tx) => findAgentByTrigger(tx, params.uuid) });

/** Places a call with the draft of the agent with this trigger, where it has one. */
export const startTestCall = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof triggerParams; body: typeof startCallBody }>,
) =>
  start(context, {
    body,
    version: "draft_or_published",
    find: async (tx) => (await findAgentByDraftTrigger(tx, params.uuid)) ?? findAgentByTrigger(tx, params.uuid),
  });

/** Places a call with a published agent by its own uuid. */
export const startCallByWorkflow = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof workflowUuidParams; body: typeof startCallBody }>,
) => start(context, { body, version: "published", find: (tx) => findAgentByUuid(tx, params.workflow_uuid) });

/** Places a call with the draft of the agent with this uuid, where it has one. */
export const startTestCallByWorkflow = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof workflowUuidParams; body: typeof startCallBody }>,
) => start(context, { body, version: "draft_or_published", find: (tx) => findAgentByUuid(tx, params.workflow_uuid) });

const start = async (
  context: OperationContext,
  { body, version, find }: { body: Body; version: VersionChoice; find: FindAgent },
) => {
  const run = await placeRun(context, {
    findAgent: (tx) => publicAgent(tx, { find, version }),
    phoneNumber: body.phone_number,
    initialContext: body.initial_context,
    telephonyAccountId: body.telephony_configuration_id,
    fromPhoneNumberId: body.from_phone_number_id,
  });
  return { status: "initiated" as const, workflow_run_id: run.id, workflow_run_name: run.name };
};

/** Returns the agent; public routes do not say why one may not be used. */
const publicAgent = async (
  tx: OrganizationTransaction,
  { find, version }: { find: FindAgent; version: VersionChoice },
): Promise<AgentToRun> => {
  const found = await readAgentToRun(tx, await find(tx), version);
  if (isAgentObstacle(found)) throw agentNotFound();
  return found;
};
