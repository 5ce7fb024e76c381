import { prepareTool, type ToolRequest } from "../../application/tool/prepare-tool.ts";
import type { PreparedTool } from "../../application/tool/prepared-tool.ts";
import { buildToolHeaders } from "../../application/tool/tool-credential.ts";
import type { Environment } from "../../domain/environment/sandbox.rules.ts";
import { buildCompensatingDefinition } from "../../domain/tool/tool-compensation.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { isUsable } from "../../domain/tool/tool-states.ts";
import type { KeyedSemaphore } from "../../infra/limits/keyed-semaphore.ts";
import type { ToolCall } from "../../infra/postgres/conversation/tool-call.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { findTool } from "../../infra/postgres/tool/tool.repository.ts";
import {
  claimToolCall,
  endToolCall,
  findToolCall,
  openArguments,
  readCallVariables,
  type ToolCallEnd,
} from "../../infra/postgres/tool/tool-call.repository.ts";
import type { ToolCallInput, ToolCallResult } from "../../workflows/tool.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { ToolShareError } from "./tool-shares.ts";

export type ToolDependencies = Pick<
  WorkerDependencies,
  "database" | "guardedRequests" | "secrets" | "clock" | "logger" | "connectors"
> & { toolShares: KeyedSemaphore<number> };

const LOST =
  "The request may have been sent before an internal error: it is unknown whether it was carried out. Do not repeat it unasked; say that it has to be checked.";

/**
 * Carries out a tool call of a conversation, for which somebody waits; it fails when its organization's other calls keep it waiting
 * for too long.
 */
export const runTool = async (deps: ToolDependencies, input: ToolCallInput): Promise<ToolCallResult> => {
  try {
    return await runToolInShare(deps, input);
  } catch (error) {
    if (!(error instanceof ToolShareError)) throw error;
    const call = await inOrganization(deps, input, (tx) => findToolCall(tx, input.toolCallId));
    if (!call) return { state: "failed" };
    const end: ToolCallEnd = { state: "failed", error: error.message, result: { error: error.message } };
    return finish(deps, input, { attempt: call.attempts, end: unsent(call, end) });
  }
};

/**
 * Carries a tool call out. Its row has the progress: `requested` becomes `running` before anything is sent, and `running` becomes
 * its end afterwards. A repeated activity that finds `running` follows a process that died in between: a repeatable request is sent
 * again; any other is not, because its effect is unknown. An `Idempotency-Key` is sent along, but nothing depends on it: the other
 * side may ignore it. Rejects with ToolShareError, the row unchanged, when too many of the organization's calls are in progress.
 */
export const runToolInShare = async (deps: ToolDependencies, input: ToolCallInput): Promise<ToolCallResult> => {
  const call = await inOrganization(deps, input, (tx) => findToolCall(tx, input.toolCallId));
  if (!call) return { state: "failed" };
  // Somebody has to confirm it first; until then nothing is sent.
  if (call.state === "proposed") return { state: "failed" };
  if (call.state !== "requested" && call.state !== "running") return { state: call.state };
  const prepared = await prepare(deps, input, call);
  if ("end" in prepared) return finish(deps, input, { attempt: call.attempts, end: unsent(call, prepared.end) });
  return deps.toolShares.run(input.organizationId, () => send(deps, input, { call, prepared }));
};

/** Returns the end of a call that this attempt has not sent; an earlier attempt may have been sent. */
const unsent = (call: ToolCall, end: ToolCallEnd): ToolCallEnd => (call.state === "running" ? lost : end);

const send = async (
  deps: ToolDependencies,
  input: ToolCallInput,
  { call, prepared }: { call: ToolCall; prepared: PreparedTool },
): Promise<ToolCallResult> => {
  const from = prepared.repeatable ? (["requested", "running"] as const) : (["requested"] as const);
  const attempt = await inOrganization(deps, input, (tx) =>
    claimToolCall(tx, { uuid: call.uuid, from, actsIn: prepared.actsIn }),
  );
  if (attempt === undefined) return finish(deps, input, { attempt: call.attempts, end: lost });
  return finish(deps, input, { attempt, end: await prepared.run() });
};

const lost: ToolCallEnd = { state: "unknown", error: LOST, result: { error: LOST } };

const inOrganization = <T>(
  { database }: ToolDependencies,
  { organizationId }: ToolCallInput,
  work: (tx: OrganizationTransaction) => Promise<T>,
): Promise<T> => database.inOrganization(organizationId, work);

/** Returns the row afterwards, because another attempt may have written it. */
const finish = async (
  deps: ToolDependencies,
  input: ToolCallInput,
  { attempt, end }: { attempt: number; end: ToolCallEnd },
): Promise<ToolCallResult> =>
  inOrganization(deps, input, async (tx) => {
    const { secrets } = deps;
    if (await endToolCall(tx, { uuid: input.toolCallId, attempt, end, secrets })) return { state: end.state };
    const row = await findToolCall(tx, input.toolCallId);
    return { state: row?.state === "done" || row?.state === "failed" ? row.state : "unknown" };
  });

const prepare = async (
  deps: ToolDependencies,
  input: ToolCallInput,
  call: ToolCall,
): Promise<PreparedTool | { end: ToolCallEnd }> => {
  try {
    const read = (em: Entities, tx: OrganizationTransaction) => readRequest(deps, { em, tx, call });
    return prepareTool(deps, await deps.database.withEntities(input.organizationId, read));
  } catch (error) {
    if (!(error instanceof ToolFault)) throw error;
    return { end: { state: "failed", error: error.message } };
  }
};

const readRequest = async (
  { secrets, clock }: ToolDependencies,
  { em, tx, call }: { em: Entities; tx: OrganizationTransaction; call: ToolCall },
): Promise<ToolRequest> => {
  const tool = await findTool(em, call.tool_uuid);
  if (!tool || !isUsable(tool)) throw new ToolFault("This tool no longer exists.");
  const definition = definitionFor(call, tool);
  return {
    ...(await buildToolHeaders(em, { definition, readEnvironment: () => readEnvironment(tx, call) }, secrets)),
    definition,
    organizationId: call.organization_id,
    name: call.name,
    given: openArguments(call, secrets),
    context: call.run_id === null ? {} : await readCallVariables(tx, call.run_id, clock.now()),
    idempotencyKey: call.uuid,
  };
};

/** The assistant of a thread acts in production. */
const readEnvironment = async (tx: OrganizationTransaction, call: ToolCall): Promise<Environment> => {
  if (call.run_id === null) return "production";
  const run = tx.selectFrom("call_runs").select("environment").where("id", "=", call.run_id);
  return (await run.executeTakeFirstOrThrow()).environment;
};

const definitionFor = (call: ToolCall, { definition, compensation }: Tool): ToolDefinition => {
  if (!call.is_compensation) return definition;
  if (compensation === null) throw new ToolFault("This tool can no longer undo what it has done.");
  return buildCompensatingDefinition(definition, compensation);
};
