import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import { FINAL_CALL_STATES, isCallOver, OPEN_CALL_STATES } from "../../../../domain/call/call-states.rules.ts";
import { findAgentDetails } from "../../../../infra/postgres/agent/agent.repository.ts";
import { toCondition } from "../../../../infra/postgres/call/run-conditions.ts";
import type { RunFilter } from "../../../../infra/postgres/call/run-filters.ts";
import { listRuns, sumRuns } from "../../../../infra/postgres/call/run-list.repository.ts";
import type { RunSelection } from "../../../../infra/postgres/call/run-selection.ts";
import type { Tables } from "../../../../infra/postgres/tables.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;
let agent: AgentOfRun;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});

const totals = (selection: RunSelection) =>
  test.database.inOrganization(tenant.organizationId, (tx) => sumRuns(tx, selection));

/** Counts run by run. */
const counted = async ({ filters }: RunSelection) => {
  const { rows } = await sql<{ totalCount: number; durationSeconds: number; cost: number }>`
    select count(*) as "totalCount", coalesce(sum(duration_seconds), 0) as "durationSeconds",
      coalesce(sum(cost_minor), 0) as cost
    from call_runs where ${sql.join([sql`organization_id = ${tenant.organizationId}`, ...filters.map(toCondition)], sql` and `)}`.execute(
    test.everything,
  );
  const { totalCount, durationSeconds, cost } = rows[0] ?? { totalCount: -1, durationSeconds: -1, cost: -1 };
  return { totalCount, durationSeconds, costs: cost === 0 ? [] : [{ currency: "USD", cost_minor: cost }] };
};

const sumUp = () => sql`select platform_sum_run_counts()`.execute(test.everything);

const INSTANTS = ["01T00:00:00.000Z", "01T11:30:00.000Z", "01T23:59:59.999Z", "02T00:00:00.000Z", "03T18:30:00.000Z"];
const OUTCOMES = ["answered", "busy", "no_answer", null];

const someRuns = (count: number): Partial<Insertable<Tables["call_runs"]>>[] =>
  Array.from({ length: count }, (_, at) => {
    const outcome = OUTCOMES[at % OUTCOMES.length] ?? null;
    return {
      created_at: `2026-03-${INSTANTS[at % INSTANTS.length]}`,
      outcome,
      state: outcome === null ? "ringing" : "completed",
      mode: at % 7 === 0 ? "textchat" : "telephony",
      direction: at % 3 === 0 ? "inbound" : "outbound",
      called_number: `+1415555${String(at).padStart(4, "0")}`,
      ...(outcome !== null && { duration_seconds: at, cost_minor: 2 * at + 1, currency: "USD" }),
    };
  });

const range = (from: string | null, to: string | null): RunFilter => ({ attribute: "dateRange", value: { from, to } });
const all = { scope: { all: true } } as const;

describe("kept totals", () => {
  it("are right after every change, summed up or not", async () => {
    for (const values of someRuns(12)) await createRunRow(test, agent, values);
    const all12 = await counted({ ...all, filters: [] });
    expect(all12.totalCount).toBe(12);
    expect(await totals({ ...all, filters: [] })).toEqual(all12);
    await sumUp();
    expect(await totals({ ...all, filters: [] })).toEqual(all12);
    const end = {
      state: "completed",
      outcome: "answered",
      duration_seconds: 9,
      cost_minor: 5,
      currency: "USD",
    } as const;
    await test.everything.updateTable("call_runs").set(end).where("state", "=", "ringing").execute();
    await test.everything.deleteFrom("call_runs").where("outcome", "=", "busy").execute();
    const filters: RunFilter[] = [{ attribute: "status", value: { status: "completed" } }];
    const after = await counted({ ...all, filters });
    expect(after.totalCount).toBe(9);
    expect(await totals({ ...all, filters })).toEqual(after);
    await sumUp();
    expect(await totals({ ...all, filters })).toEqual(after);
    expect(
      await totals({ ...all, filters: [{ attribute: "status", value: { status: "in_progress" } }] }),
    ).toMatchObject({ totalCount: 0 });
  });

  it("take no notice of what is rolled back, nor of changes that count for nothing", async () => {
    const run = await createRunRow(test, agent, { state: "ringing" });
    await sumUp();
    await test.everything
      .updateTable("call_runs")
      .set({ state: "in_progress", answered_by: "person", pace_slot_at: new Date() })
      .where("id", "=", run.id)
      .execute();
    const work = test.everything.transaction().execute(async (tx) => {
      await tx.deleteFrom("call_runs").where("id", "=", run.id).execute();
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    const { changes } = await test.everything
      .selectFrom("run_count_changes")
      .select(sql<number>`count(*)`.as("changes"))
      .where("organization_id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow();
    expect([changes, (await totals({ ...all, filters: [] })).totalCount]).toEqual([0, 1]);
  });

  it("are summed up by the way: changes do not pile up", async () => {
    for (const values of someRuns(520)) await createRunRow(test, agent, values);
    const { changes } = await test.everything
      .selectFrom("run_count_changes")
      .select(sql<number>`count(*)`.as("changes"))
      .executeTakeFirstOrThrow();
    expect(changes).toBeLessThan(512);
    expect(await totals({ ...all, filters: [] })).toEqual(await counted({ ...all, filters: [] }));
  });

  it("stay right while many change runs and sum up at once", async () => {
    await Promise.all(
      someRuns(60).map(async (values) => {
        const { id } = await createRunRow(test, agent, { ...values, state: "ringing" });
        await Promise.all([sumUp(), sumUp()]);
        await test.everything.updateTable("call_runs").set({ state: "failed" }).where("id", "=", id).execute();
      }),
    );
    expect(await totals({ ...all, filters: [] })).toEqual(await counted({ ...all, filters: [] }));
  });

  it("tell of a run in any state whether it is over, as the domain does", async () => {
    const filters: RunFilter[] = [{ attribute: "status", value: { status: "completed" } }];
    const countOver = async () => (await totals({ ...all, filters })).totalCount;
    const states = [...OPEN_CALL_STATES, ...FINAL_CALL_STATES];
    const said = [];
    for (const state of states) {
      const before = await countOver();
      const { id } = await createRunRow(test, agent, { state: "queued" });
      await test.everything.updateTable("call_runs").set({ state }).where("id", "=", id).execute();
      const moved = await countOver();
      await createRunRow(test, agent, { state });
      said.push({ state, moved: moved - before, made: (await countOver()) - moved });
    }
    const expected = states.map((state) => ({ state, over: Number(isCallOver({ state })) }));
    expect(said).toEqual(expected.map(({ state, over }) => ({ state, moved: over, made: over })));
    const counted = await countOver();
    await sql`select platform_recount_runs()`.execute(test.everything);
    expect(await countOver()).toBe(counted);
  });

  it("can be counted anew", async () => {
    for (const values of someRuns(5)) await createRunRow(test, agent, values);
    const before = await totals({ ...all, filters: [] });
    await sql`update run_counts set runs = runs + 7`.execute(test.everything);
    await sql`select platform_recount_runs()`.execute(test.everything);
    expect(await totals({ ...all, filters: [] })).toEqual(before);
  });

  it("tell an agent's runs, and nothing of another organization", async () => {
    for (const values of someRuns(4)) await createRunRow(test, agent, values);
    await createRunRow(test, { ...agent, ...(await createAgentRows(test, tenant)) });
    expect(await totals({ scope: { agentId: agent.agentId }, filters: [] })).toMatchObject({ totalCount: 4 });
    await sumUp();
    const details = await test.database.inOrganization(tenant.organizationId, (tx) =>
      findAgentDetails(tx, agent.agentId),
    );
    expect(details?.total_runs).toBe(4);
    const stranger = await createTenant(test, "Another");
    const theirs = await test.database.inOrganization(stranger.organizationId, async (tx) => [
      await sumRuns(tx, { ...all, filters: [] }),
      await sumRuns(tx, { scope: { agentId: agent.agentId }, filters: [] }),
    ]);
    expect(theirs.map(({ totalCount }) => totalCount)).toEqual([0, 0]);
  });
});

describe("totals of a selection", () => {
  const FILTERS: RunFilter[] = [
    { attribute: "dispositionCode", value: { codes: ["busy", "no-answer"] } },
    { attribute: "status", value: { status: "in_progress" } },
    { attribute: "callDirection", value: { status: "inbound" } },
    { attribute: "callChannel", value: { status: "chat" } },
    { attribute: "callChannel", value: { status: "telephony" } },
    { attribute: "environment", value: { status: "production" } },
    { attribute: "tokenUsage", value: { min: 1 } },
    { attribute: "duration", value: { min: 10, max: 30 } },
    { attribute: "calledNumber", value: { value: "000" } },
  ];
  const EDGES = [
    null,
    "2026-03-01",
    "2026-03-02",
    "2026-03-01T11:00:00Z",
    "2026-03-01T11:30:00Z",
    "2026-03-01T23:59:59.999Z",
    "2026-03-02T00:00:00",
    "2026-03-03T20:00:00+05:30",
  ];

  it("are those of its runs, counted one by one, whatever it asks for", async () => {
    for (const values of someRuns(40)) await createRunRow(test, agent, values);
    const ranges = EDGES.flatMap((from) => EDGES.map((to) => range(from, to)));
    const narrowed = FILTERS.flatMap((filter) => [[filter], [filter, range("2026-03-01T11:30:00Z", "2026-03-03")]]);
    for (const filters of [...ranges.map((one) => [one]), ...narrowed]) {
      const expected = await counted({ ...all, filters });
      expect([filters, await totals({ ...all, filters })]).toEqual([filters, expected]);
    }
  });

  it("end the list: no page is looked for behind them", async () => {
    for (const values of someRuns(3)) await createRunRow(test, agent, values);
    const page = (number: number) =>
      test.database.inOrganization(tenant.organizationId, (tx) =>
        listRuns(tx, { ...all, filters: [], page: number, limit: 2, sortBy: "created_at", sortOrder: "desc" }),
      );
    expect(await page(2)).toMatchObject({ rows: [{}], totalCount: 3 });
    expect(await page(3)).toEqual({ rows: [], totalCount: 3 });
  });
});
