import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type QueryExecutorProvider, sql } from "kysely";
import { isAttempt, NO_ATTEMPT_REASONS } from "../../../../domain/call/attempt.rules.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

const HOUR_MS = 3_600_000;
const NUMBER = "+12125550100";
const UNDER_WAY = 400;
const END_REASONS = [null, ...NO_ATTEMPT_REASONS, "canceled", "invalid_number", "unknown"];
const numberAt = (index: number): string => `+1212557${String(index).padStart(4, "0")}`;

let test: TestDatabase;
let tenant: Tenant;

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  const { agentId, versionId } = await createAgentRows(test, tenant);
  const run = (called_number: string, at: Date, more: object = {}) => ({
    uuid: randomUUID(),
    organization_id: tenant.organizationId,
    agent_id: agentId,
    agent_version_id: versionId,
    name: "a call",
    mode: "telephony",
    state: "completed" as const,
    outcome: "no_answer",
    called_number,
    carrier_requested_at: at,
    ended_at: at,
    over_at: at,
    ...more,
  });
  const underWay = { state: "dialing" as const, outcome: null, ended_at: null, over_at: null };
  await test.everything
    .insertInto("call_runs")
    .values([
      run(NUMBER, hoursAgo(50), { outcome: "answered" }),
      run(NUMBER, hoursAgo(20)),
      run(NUMBER, hoursAgo(0.1), underWay),
      run(NUMBER, hoursAgo(200)),
      ...END_REASONS.map((end_reason, at) => run(numberAt(at), hoursAgo(2), { end_reason })),
      run(NUMBER, hoursAgo(3), { environment: "sandbox" as const }),
      ...Array.from({ length: UNDER_WAY }, (_, at) =>
        run(`+1212556${String(at).padStart(4, "0")}`, hoursAgo(0.1), underWay),
      ),
    ])
    .execute();
  await test.everything
    .insertInto("removed_attempts")
    .values({
      organization_id: tenant.organizationId,
      called_number: NUMBER,
      environment: "production",
      at: hoursAgo(30),
      answered: false,
    })
    .execute();
  await sql`vacuum analyze call_runs`.execute(test.everything);
});
afterAll(async () => {
  await test.drop();
});

const ask = async (database: QueryExecutorProvider, days: number, number = NUMBER) => {
  const { rows } = await sql<{ attempts: { at: string; answered: boolean }[] | null }>`
    select attempts_of_number(${tenant.organizationId}::bigint, ${number}, 'production', ${days}::int, array['answered']) as attempts`.execute(
    database,
  );
  return (rows[0]?.attempts ?? []).map(({ at, answered }) => ({
    hours: Math.round((Date.now() - Date.parse(at)) / HOUR_MS),
    answered,
  }));
};

describe("the attempts on a number", () => {
  it("are requests to carriers within the days, those under way and of removed calls among them, oldest first", async () => {
    expect(await ask(test.everything, 7)).toEqual([
      { hours: 50, answered: true },
      { hours: 30, answered: false },
      { hours: 20, answered: false },
      { hours: 0, answered: false },
    ]);
    expect((await ask(test.everything, 1)).map(({ hours }) => hours)).toEqual([20, 0]);
  });

  it("are left out where the domain says that a request was none", async () => {
    const counted = await Promise.all(
      END_REASONS.map(async (_reason, at) => (await ask(test.everything, 7, numberAt(at))).length),
    );
    expect(counted).toEqual(END_REASONS.map((reason) => Number(isAttempt(reason))));
  });

  it("are found without a look at what else is under way", async () => {
    const read = await test.everything.transaction().execute(async (tx) => {
      const readRows = async () => {
        const { rows } = await sql<{ rows: number }>`
          select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
          from pg_stat_xact_user_tables where relname = 'call_runs'`.execute(tx);
        return rows[0]?.rows ?? 0;
      };
      const before = await readRows();
      await ask(tx, 7);
      return (await readRows()) - before;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(10);
  });
});
