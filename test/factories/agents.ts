import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { createAgentOperation } from "../../api/agents/agents.operations.ts";
import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { insertAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import { claimTrigger } from "../../infra/postgres/agent/agent-trigger.repository.ts";
import type { ApiClient } from "../harness/api-client.ts";
import type { FilledDatabase } from "../harness/test-database.ts";
import type { Tenant } from "./tenant.ts";

/** The smallest agent that can call: it greets, by name, and says goodbye. */
export const minimalDefinition = (greeting = "Hello {{name}}, this is a call from Example."): AgentDefinition => ({
  nodes: [
    {
      id: "start",
      type: "startCall",
      position: { x: 0, y: 0 },
      data: { name: "Greeting", prompt: "Greet the caller.", greeting },
    },
    { id: "end", type: "endCall", position: { x: 0, y: 200 }, data: { name: "Goodbye", prompt: "Say goodbye." } },
  ],
  edges: [
    { id: "start-end", source: "start", target: "end", data: { label: "Done", condition: "Nothing is left to say." } },
  ],
});

/** Returns the definition with a trigger; without a path one is made. */
export const triggeredDefinition = (data: { trigger_path?: string; enabled?: boolean } = {}): AgentDefinition => {
  const { nodes, edges } = minimalDefinition();
  const trigger = { id: "trigger", type: "trigger", position: { x: 0, y: -200 }, data: { name: "API", ...data } };
  return { nodes: [...nodes, trigger], edges };
};

/** Creates a published agent, made over HTTP. */
export const createAgent = async (
  client: ApiClient,
  overrides: Partial<z.input<NonNullable<typeof createAgentOperation.body>>> = {},
) => {
  const body = { name: "Reception", workflow_definition: minimalDefinition(), ...overrides };
  return (await client.call(createAgentOperation, { body })).body;
};

/** Creates a published agent, made by rows: no API is needed. */
export const createAgentRows = (
  { database }: FilledDatabase,
  tenant: Tenant,
  overrides: { name?: string; definition?: AgentDefinition; configurations?: object } = {},
): Promise<{ agentId: number; versionId: number; workflowUuid: string }> =>
  database.inOrganization(tenant.organizationId, async (tx) => {
    const {
      name = "Reception",
      definition = minimalDefinition(),
      configurations = { max_call_duration: 300 },
    } = overrides;
    const workflowUuid = randomUUID();
    const { agent } = await insertAgent(tx, {
      organizationId: tenant.organizationId,
      workflowUuid,
      name,
      channelId: null,
      createdBy: tenant.owner.userId,
      definition,
      configurations,
      templateContextVariables: {},
    });
    await claimTrigger(tx, agent, definition);
    if (agent.published_version_id === null) throw new Error("a new agent is published");
    return { agentId: agent.id, versionId: agent.published_version_id, workflowUuid };
  });

/** Adds published versions to an agent until it has `count`; returns the ids of all, oldest first. */
export const publishVersions = async (
  { everything }: Pick<FilledDatabase, "everything">,
  { agentId, count }: { agentId: number; count: number },
): Promise<number[]> => {
  const first = await everything
    .selectFrom("agent_versions")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("version_number", "=", 1)
    .executeTakeFirstOrThrow();
  const { id: _, ...columns } = first;
  const added = Array.from({ length: count - 1 }, (_, at) => ({ ...columns, version_number: at + 2 }));
  if (added.length > 0)
    await everything
      .insertInto("agent_versions")
      .values(added.map((row) => ({ ...row, status: "archived" as const })))
      .execute();
  const rows = await everything
    .selectFrom("agent_versions")
    .select("id")
    .where("agent_id", "=", agentId)
    .orderBy("version_number")
    .execute();
  return rows.map(({ id }) => id);
};
