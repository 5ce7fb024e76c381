import { listUuids } from "../../application/document/select-readable-documents.ts";
import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { readDispositions } from "../../domain/agent/disposition-codes.ts";
import { readDefinition } from "../../domain/agent/read-definition.ts";
import { isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { scenarioContent } from "../../domain/rehearsal/scenario.ts";
import type { WrittenPackContent } from "../../domain/template/own-pack.ts";
import { findAgentToRun } from "../../infra/postgres/agent/agent-to-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { listScenarios } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { invalidField } from "../http/http-error.ts";

type WrittenAgent = WrittenPackContent["agents"][number];

/** Returns the agents as they are published now; refuses agents whose copies could not be hired. */
export const readPackedAgents = async (
  tx: OrganizationTransaction,
  agentIds: readonly number[],
): Promise<WrittenAgent[]> => {
  const agents: WrittenAgent[] = [];
  for (const [index, agentId] of agentIds.entries()) {
    const refused = (msg: string) => invalidField(["workflow_ids", index], msg);
    const found = await findAgentToRun(tx, agentId, "published");
    if (isAgentObstacle(found)) throw refused(found.sentence);
    const { agent, version } = found;
    const definition = readDefinition(version.definition);
    const document = await findDocumentOfItsOwn(tx, definition);
    if (document !== undefined) {
      throw refused(
        `${agent.name} names the document ${document}, which no other agent may read: upload it for the organization or the library`,
      );
    }
    agents.push({
      agent_id: agent.id,
      name: agent.name,
      definition: { ...definition },
      configurations: version.configurations,
      variables: variablesIn(version.templateVariables),
      disposition_codes: readDispositions(agent.call_disposition_codes),
      scenarios: await readPackedScenarios(tx, agent.id),
    });
  }
  return agents;
};

const readPackedScenarios = async (
  tx: OrganizationTransaction,
  agentId: number,
): Promise<WrittenAgent["scenarios"]> => {
  const rows = await listScenarios(tx, agentId);
  return rows.map(({ name, content, runs, must_pass }) => ({
    ...{ name, runs, must_pass },
    content: scenarioContent.parse(content),
  }));
};

/** Returns the name of a document that a copy of the agent could not read. */
const findDocumentOfItsOwn = async (
  tx: OrganizationTransaction,
  { nodes }: AgentDefinition,
): Promise<string | undefined> => {
  const named = nodes.flatMap(({ data }) => textsIn(data["document_uuids"]));
  const row = await tx
    .selectFrom("documents")
    .select("filename")
    .where("document_uuid", "in", listUuids(named))
    .where("scope", "in", ["agent", "channel"])
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.filename;
};

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

/** Returns the questions for the organization that hires; the name of the agent is always one of them. */
const variablesIn = (variables: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([key, value]) => {
      const text = textOf(value);
      return key === "agent_name" || text === null ? [] : [[key, text]];
    }),
  );

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
};
