import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Tables } from "../../../infra/postgres/tables.ts";
import { createAgentRows } from "../../factories/agents.ts";
import type { Tenant } from "../../factories/tenant.ts";
import type { TestDatabase } from "../../harness/test-database.ts";

const pick = <T>(values: readonly T[], at: number): T => {
  const value = values[at % values.length];
  if (value === undefined) throw new Error("there is nothing to pick");
  return value;
};

export interface CallsOfTenant {
  agentIds: number[];
  campaignIds: number[];
}

/** Around both changes of the clock in Berlin, and around the end of a year. */
const STARTS = [Date.UTC(2026, 2, 28, 22), Date.UTC(2026, 9, 24, 21), Date.UTC(2025, 11, 31, 20)];
const HALF_HOUR_MS = 1_800_000;

/** Inserts 360 calls of two agents, two campaigns with a list and none, of every outcome, with and without what can be measured. */
export const fillCalls = async (test: TestDatabase, tenant: Tenant): Promise<CallsOfTenant> => {
  const { organizationId: organization_id } = tenant;
  const agents = [await createAgentRows(test, tenant), await createAgentRows(test, tenant)];
  const list = await test.everything
    .insertInto("contact_lists")
    .values({ organization_id, name: "=A list" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const campaignIds: number[] = [];
  for (const contact_list_id of [list.id, null]) {
    const { id } = await test.everything
      .insertInto("campaigns")
      .values({
        organization_id,
        contact_list_id,
        name: "A campaign",
        agent_id: pick(agents, 0).agentId,
        source_type: "contact_list",
        source_id: String(list.id),
        retry_config: {
          enabled: false,
          max_retries: 0,
          retry_delay_seconds: 60,
          retry_on_busy: false,
          retry_on_no_answer: false,
          retry_on_voicemail: false,
        },
        circuit_breaker: { enabled: false, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 5 },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    campaignIds.push(id);
  }
  const call = (n: number): Insertable<Tables["call_runs"]> => {
    const agent = pick(agents, n >> 1);
    const at = new Date(pick(STARTS, n) + (n % 23) * HALF_HOUR_MS);
    const outcome = pick(["answered", "busy", "voicemail", "opted_out", null], n);
    const wasAnswered = outcome !== "busy" && outcome !== null;
    return {
      uuid: randomUUID(),
      organization_id,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      campaign_id: pick([...campaignIds, null, null], n >> 2),
      name: "a call",
      mode: pick(["telephony", "textchat", "smallwebrtc"], n >> 3),
      direction: pick(["outbound", "outbound", "inbound"], n >> 4),
      environment: pick(["production", "production", "sandbox"], n >> 5),
      called_number: `+1415555${String(1000 + (n % 7))}`,
      created_at: at,
      state: outcome === null ? "in_progress" : "completed",
      outcome,
      disposition: pick([null, null, "Interested", "no-answer"], n),
      carrier_requested_at: at,
      answered_at: wasAnswered ? new Date(at.getTime() + (n % 9) * 1_000) : null,
      ended_at: outcome === null ? null : new Date(at.getTime() + 60_000),
      duration_seconds: wasAnswered ? n % 50 : null,
      answered_by: pick([null, "person", "voicemail"], n),
      turns: wasAnswered ? n % 6 : null,
      interruptions: wasAnswered ? n % 3 : null,
      answer_ms: wasAnswered && n % 6 > 0 ? 300 + n : null,
      slowest_answer_ms: wasAnswered && n % 6 > 0 ? 600 + n : null,
      gathered_context: pick(
        [{}, { plan: "gold", amount: n }, { plan: "silver", agrees: true }, { plan: ["a", "list"], amount: "ten" }],
        n >> 1,
      ),
    };
  };
  await test.everything
    .insertInto("call_runs")
    .values(Array.from({ length: 360 }, (_, n) => call(n)))
    .execute();
  return { agentIds: agents.map(({ agentId }) => agentId), campaignIds };
};
