import { readDefinition } from "../../../domain/agent/read-definition.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { readAgentStatuses } from "../../../infra/postgres/team/agent-status.repository.ts";
import { formatCount, type LookUpFunction, readWords } from "./look-up.ts";

export const lookUpAgents: LookUpFunction = ({ inside }) =>
  inside(async (tx) => {
    const agents = await readAgentStatuses(tx);
    const list = agents.map(({ name, state }) => `${name} (${state.replaceAll("_", " ")})`).join(", ");
    return {
      say: `There ${agents.length === 1 ? "is" : "are"} ${formatCount(agents.length, "agent")}${list === "" ? "" : `: ${list}`}.`,
      agents: agents.map(({ agent_id, name, state, since }) => ({ workflow_id: agent_id, name, state, since })),
    };
  });

/** Returns the active agent with this name, ignoring case, or a sentence when there is none. */
export const findAgentByName = async (
  tx: OrganizationTransaction,
  given: Record<string, unknown>,
): Promise<{ id: number; name: string; versionId: number | null } | { say: string }> => {
  const name = readWords(given["agent"]);
  const agents = await tx
    .selectFrom("agents")
    .select(["id", "name", "published_version_id"])
    .where("status", "=", "active")
    .where("is_hidden", "=", false)
    .orderBy("id")
    .execute();
  const found = agents.find((agent) => agent.name.toLowerCase() === name.toLowerCase());
  if (found) return { id: found.id, name: found.name, versionId: found.published_version_id };
  return { say: `There is no agent "${name}". There are: ${agents.map((agent) => agent.name).join(", ")}.` };
};

export const readAgent: LookUpFunction = ({ inside }, given) =>
  inside(async (tx) => {
    const agent = await findAgentByName(tx, given);
    if ("say" in agent) return agent;
    const version = await tx
      .selectFrom("agent_versions")
      .select("definition")
      .where("id", "=", agent.versionId)
      .executeTakeFirst();
    if (!version) return { say: `Nothing of ${agent.name} is published yet.` };
    const steps = readDefinition(version.definition).nodes.map(({ type, data }) => ({
      name: data["name"],
      type,
      prompt: data["prompt"],
      greeting: data["greeting"],
    }));
    return { say: `${agent.name} has these steps: ${steps.map(({ name }) => readWords(name)).join(", ")}.`, steps };
  });
