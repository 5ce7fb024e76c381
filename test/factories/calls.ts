import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { TestDatabase } from "../harness/test-database.ts";

export interface AgentOfRun {
  organizationId: number;
  agentId: number;
  versionId: number;
}

/** Creates a run made by a row, as if it had happened; queued and outside campaigns unless said otherwise. */
export const createRunRow = (
  { everything }: TestDatabase,
  agent: AgentOfRun,
  values: Partial<Insertable<Tables["call_runs"]>> = {},
): Promise<CallRun> =>
  everything
    .insertInto("call_runs")
    .values({
      uuid: randomUUID(),
      organization_id: agent.organizationId,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      name: "a run",
      mode: "simulator",
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** A call that was answered and has ended. */
export const endedCall = (
  values: Partial<Insertable<Tables["call_runs"]>> = {},
): Partial<Insertable<Tables["call_runs"]>> => ({
  state: "completed",
  outcome: "answered",
  provider: "simulator",
  called_number: "+14155550100",
  carrier_requested_at: new Date(),
  carrier_accepted_at: new Date(),
  duration_seconds: 30,
  cost_minor: 2,
  currency: "USD",
  ...values,
});
