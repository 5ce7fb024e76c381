import { type AgentDefinition, findTrigger } from "../../../domain/agent/agent-definition.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Agent } from "./agent.entity.ts";

/**
 * Makes the trigger of `definition` the agent's only one; returns false when another agent, of any organization, has
 * its path.
 */
export const claimTrigger = async (
  tx: OrganizationTransaction,
  agent: Agent,
  definition: AgentDefinition,
): Promise<boolean> => {
  const trigger = findTrigger(definition);
  const path = trigger?.path ?? "";
  await tx.deleteFrom("agent_triggers").where("agent_id", "=", agent.id).where("path", "<>", path).execute();
  if (!trigger || (await insertTrigger(tx, agent, trigger))) return true;
  const own = await tx
    .updateTable("agent_triggers")
    .set({ enabled: trigger.enabled })
    .where("path", "=", path)
    .where("agent_id", "=", agent.id)
    .returning("path")
    .executeTakeFirst();
  return own !== undefined;
};

/** Tells whether `claimTrigger` would succeed now; claims nothing. */
export const canClaimTrigger = async (
  tx: OrganizationTransaction,
  agent: Agent,
  definition: AgentDefinition,
): Promise<boolean> => {
  const trigger = findTrigger(definition);
  if (!trigger) return true;
  const own = await tx
    .selectFrom("agent_triggers")
    .select("path")
    .where("path", "=", trigger.path)
    .where("agent_id", "=", agent.id)
    .executeTakeFirst();
  if (own) return true;
  // Rows of other tenants cannot be read, but the unique index reports that they exist.
  if (!(await insertTrigger(tx, agent, trigger))) return false;
  await tx.deleteFrom("agent_triggers").where("path", "=", trigger.path).execute();
  return true;
};

const insertTrigger = async (
  tx: OrganizationTransaction,
  agent: Agent,
  trigger: { path: string; enabled: boolean },
): Promise<boolean> => {
  const inserted = await tx
    .insertInto("agent_triggers")
    .values({ organization_id: agent.organization_id, agent_id: agent.id, ...trigger })
    .onConflict((conflict) => conflict.column("path").doNothing())
    .returning("path")
    .executeTakeFirst();
  return inserted !== undefined;
};
