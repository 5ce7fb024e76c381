import type { Request } from "express";
import { isAct } from "../../domain/access/consequences.ts";
import { insertAct } from "../../infra/postgres/audit/acts.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { readUserAgent } from "../http/act-recorder.ts";
import { readNetworkAddress } from "../http/network-address.ts";
import type { AnyOperation } from "../http/operation.ts";
import { type Actor, type ApiDependencies, formatActor } from "../http/operation-context.ts";
import type { McpClient } from "./mcp-client.ts";
import type { OperationArguments } from "./operation-calls.ts";

interface Acting {
  dependencies: ApiDependencies;
  actor: Actor;
  client: McpClient;
  tool: string;
}

/**
 * Writes who was at the other end of an act: the event of the operation itself names the key, and this one the program that used it.
 * Returns whether it was an act.
 */
export const recordAct = async (
  { dependencies, actor, client, tool }: Acting,
  operation: AnyOperation,
  { params = {} }: OperationArguments,
): Promise<boolean> => {
  if (!isAct(operation)) return false;
  const isGone = operation.method === "delete";
  await dependencies.database.inOrganization(actor.organizationId, (tx) =>
    recordTimeline(tx, {
      organizationId: actor.organizationId,
      kind: "system",
      actor: formatActor(actor),
      summary: `${client.name} used ${tool} over MCP: ${operation.summary}`,
      payload: {
        event: "mcp_call",
        client: client.name,
        client_version: client.version,
        tool,
        operation: operation.id,
        environment: actor.environment,
      },
      campaignId: isGone ? null : idOf(params["campaign_id"]),
      agentId: isGone ? null : idOf(params["workflow_id"]),
      runId: isGone ? null : idOf(params["run_id"]),
    }),
  );
  return true;
};

/** How a call of a tool ended. */
export type CallOutcome = "done" | "refused" | "described" | "failed";

interface EndedCall {
  request: Request;
  outcome: CallOutcome;
  /** Whether the timeline has an event of what the call did. */
  hasActed: boolean;
}

/**
 * Notes in the audit and on the timeline that a program called a tool, whatever it does and however it ended: who read what is asked
 * there.
 */
export const recordCall = async (
  { dependencies, actor, client, tool }: Acting,
  { request, outcome, hasActed }: EndedCall,
): Promise<void> => {
  const { organizationId, environment } = actor;
  const called = { client: client.name, client_version: client.version, tool };
  await dependencies.database.inOrganization(organizationId, async (tx) => {
    await insertAct(tx, {
      organizationId,
      uuid: dependencies.ids.uuid(),
      kind: "called_over_mcp",
      actor: formatActor(actor),
      userId: actor.userId,
      operation: null,
      subject: { ...called, outcome },
      address: readNetworkAddress(request),
      userAgent: readUserAgent(request),
    });
    if (hasActed) return;
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(actor),
      summary: `${client.name} called ${tool} over MCP`,
      payload: { event: "mcp_call", ...called, operation: null, outcome, environment },
    });
  });
};

const idOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
