import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Scenario } from "./scenario.entity.ts";

/** Lists the scenarios of an agent in the order in which they were made. */
export const listScenarios = (tx: OrganizationTransaction, agentId: number): Promise<Scenario[]> =>
  tx.selectFrom("scenarios").selectAll().where("agent_id", "=", agentId).orderBy("id").execute();

export const findScenario = (
  tx: OrganizationTransaction,
  { agentId, scenarioId }: { agentId: number; scenarioId: number },
): Promise<Scenario | undefined> =>
  tx
    .selectFrom("scenarios")
    .selectAll()
    .where("id", "=", scenarioId)
    .where("agent_id", "=", agentId)
    .executeTakeFirst();

export const countScenarios = async (tx: OrganizationTransaction, agentId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom("scenarios")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("agent_id", "=", agentId)
    .executeTakeFirstOrThrow();
  return count;
};

export interface WrittenScenario {
  name: string;
  content: object;
  runs: number;
  mustPass: boolean;
}

/** Inserts a scenario; undefined: the agent has one with this name. */
export const insertScenario = (
  tx: OrganizationTransaction,
  {
    organizationId,
    agentId,
    createdBy,
    source = null,
    ...written
  }: WrittenScenario & { organizationId: number; agentId: number; createdBy: number | null; source?: object | null },
): Promise<Scenario | undefined> =>
  tx
    .insertInto("scenarios")
    .values({
      organization_id: organizationId,
      agent_id: agentId,
      name: written.name,
      content: written.content,
      runs: written.runs,
      must_pass: written.mustPass,
      source,
      created_by: createdBy,
    })
    .onConflict((conflict) => conflict.columns(["agent_id", "name"]).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Rewrites a scenario; undefined: there is none with this id. Throws where the agent has another one with the name. */
export const updateScenario = (
  tx: OrganizationTransaction,
  { agentId, scenarioId, ...written }: WrittenScenario & { agentId: number; scenarioId: number },
): Promise<Scenario | undefined> =>
  tx
    .updateTable("scenarios")
    .set({
      name: written.name,
      content: written.content,
      runs: written.runs,
      must_pass: written.mustPass,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", scenarioId)
    .where("agent_id", "=", agentId)
    .returningAll()
    .executeTakeFirst();

export const deleteScenario = (
  tx: OrganizationTransaction,
  { agentId, scenarioId }: { agentId: number; scenarioId: number },
): Promise<Scenario | undefined> =>
  tx
    .deleteFrom("scenarios")
    .where("id", "=", scenarioId)
    .where("agent_id", "=", agentId)
    .returningAll()
    .executeTakeFirst();
