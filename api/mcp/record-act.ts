import type { Request } from "express";
import { isAct } from "../../domain/access/consequences.ts";
import { HOUR_MS } from "../../domain/time/durations.rules.ts";
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
 * Writes who was at the other end: the event of the operation itself names the key, and this one the program that used it. What
 * changes nothing leaves no event but the one of the client's connection.
 */
export const recordAct = async (
  { dependencies, actor, client, tool }: Acting,
  operation: AnyOperation,
  { params = {} }: OperationArguments,
): Promise<void> => {
  if (!isAct(operation)) return;
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
};

/** How a call of a tool ended. */
export type CallOutcome = "done" | "refused" | "described" | "failed";

/** Notes in the audit that a program called a tool, whatever it does and however it ended: who read what is asked there. */
export const recordCall = async (
  { dependencies, actor, client, tool }: Acting,
  { request, outcome }: { request: Request; outcome: CallOutcome },
): Promise<void> => {
  await dependencies.database.inOrganization(actor.organizationId, (tx) =>
    insertAct(tx, {
      organizationId: actor.organizationId,
      uuid: dependencies.ids.uuid(),
      kind: "called_over_mcp",
      actor: formatActor(actor),
      userId: actor.userId,
      operation: null,
      subject: { client: client.name, client_version: client.version, tool, outcome },
      address: readNetworkAddress(request),
      userAgent: readUserAgent(request),
    }),
  );
};

const idOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** A client that asks on and on is named once in this time, by each API process. */
const NAMED_EVERY_MS = HOUR_MS;
/** A key whose client has another name at each request must not fill the timeline. */
const MOST_NAMES = 20;
const MOST_ACTORS = 10_000;

/** Writes that a client has begun to use a key, once an hour. */
export const createConnectionRecord = () => {
  const namedBy = new Map<string, { sinceMs: number; names: Set<string> }>();
  const isNews = (actor: Actor, client: McpClient, nowMs: number): boolean => {
    const who = `${actor.organizationId} ${formatActor(actor)}`;
    const known = namedBy.get(who);
    if (known && nowMs - known.sinceMs < NAMED_EVERY_MS) {
      const name = `${client.name} ${client.version}`;
      if (known.names.has(name) || known.names.size >= MOST_NAMES) return false;
      known.names.add(name);
      return true;
    }
    if (namedBy.size >= MOST_ACTORS) namedBy.clear();
    namedBy.set(who, { sinceMs: nowMs, names: new Set([`${client.name} ${client.version}`]) });
    return true;
  };
  return async ({ dependencies, actor, client }: Omit<Acting, "tool">): Promise<void> => {
    if (!isNews(actor, client, dependencies.clock.now().getTime())) return;
    await dependencies.database.inOrganization(actor.organizationId, (tx) =>
      recordTimeline(tx, {
        organizationId: actor.organizationId,
        kind: "system",
        actor: formatActor(actor),
        summary: `${client.name} reads over MCP`,
        payload: {
          event: "mcp_connected",
          client: client.name,
          client_version: client.version,
          environment: actor.environment,
        },
      }),
    );
  };
};
