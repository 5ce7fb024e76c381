import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  findMissedCall,
  listMissedCalls,
  listMissedCallsOfRun,
  type NewMissedCall,
  recordMissedCall,
} from "../../../../infra/postgres/call/missed-calls.repository.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow } from "../../../factories/calls.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = await createTenant(test);
});

const within = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  test.database.inOrganization(tenant.organizationId, work);
const missedCall = (carrierCallId: string, values: Partial<NewMissedCall> = {}): NewMissedCall => ({
  organizationId: tenant.organizationId,
  telephonyAccountId: tenant.simulatorAccountId,
  carrierCallId,
  callerNumber: "+12025550123",
  calledNumber: "+12025550170",
  reason: "out_of_concurrency",
  ...values,
});
const rows = () =>
  test.everything
    .selectFrom("missed_calls")
    .selectAll()
    .where("organization_id", "=", tenant.organizationId)
    .orderBy("id")
    .execute();

describe("a missed call", () => {
  it("is kept once with all that is known of it, and told once", async () => {
    const agent = await createAgentRows(test, tenant);
    const run = await createRunRow(test, { organizationId: tenant.organizationId, ...agent });
    const call = missedCall("CA1", { run: { id: run.id, agentId: agent.agentId } });
    await within((tx) => recordMissedCall(tx, call));
    await within((tx) => recordMissedCall(tx, call));
    const [kept, ...others] = await rows();
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      telephony_configuration_id: tenant.simulatorAccountId,
      carrier_call_id: "CA1",
      caller_number: "+12025550123",
      called_number: "+12025550170",
      reason: "out_of_concurrency",
      run_id: run.id,
    });
    const events = await test.everything
      .selectFrom("timeline_events")
      .selectAll()
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(events).toMatchObject([
      {
        kind: "call_ended",
        actor: "system",
        summary: "Missed call: every line was taken",
        payload: { outcome: "missed", reason: "out_of_concurrency", missed_call_id: kept?.id },
        agent_id: agent.agentId,
        run_id: run.id,
      },
    ]);
  });

  it("is found by its account and the carrier's id of it", async () => {
    await within((tx) => recordMissedCall(tx, missedCall("CA1")));
    const find = (telephonyAccountId: number, carrierCallId: string) =>
      within((tx) => findMissedCall(tx, { telephonyAccountId, carrierCallId }));
    expect(await find(tenant.simulatorAccountId, "CA1")).toMatchObject({ carrier_call_id: "CA1" });
    expect(await find(tenant.simulatorAccountId, "CA2")).toBeUndefined();
    expect(await find(tenant.simulatorAccountId + 1, "CA1")).toBeUndefined();
  });
});

describe("missed calls", () => {
  /** Inserts missed calls at the given minutes of one hour; ids rise in the order given. */
  const missAt = async (...minutes: number[]) => {
    for (const [index, minute] of minutes.entries()) {
      await within((tx) => recordMissedCall(tx, missedCall(`CA${index}`)));
      await test.everything
        .updateTable("missed_calls")
        .set({ at: new Date(Date.UTC(2026, 10, 1, 10, minute)) })
        .where("organization_id", "=", tenant.organizationId)
        .where("carrier_call_id", "=", `CA${index}`)
        .execute();
    }
  };
  const minute = (at: number) => new Date(Date.UTC(2026, 10, 1, 10, at));
  const list = async (since: Date | null, after: { at: Date; id: number } | null = null, limit = 10) =>
    (await within((tx) => listMissedCalls(tx, { since, after, limit }))).map((call) => call.carrier_call_id);

  it("come newest first, the later one of an instant before the other, since an instant and behind a call", async () => {
    await missAt(5, 3, 9, 5);
    expect(await list(null)).toEqual(["CA2", "CA3", "CA0", "CA1"]);
    expect(await list(minute(5))).toEqual(["CA2", "CA3", "CA0"]);
    expect(await list(null, null, 2)).toEqual(["CA2", "CA3"]);
    const behind = (await rows()).find((call) => call.carrier_call_id === "CA3");
    expect(await list(null, behind ?? null)).toEqual(["CA0", "CA1"]);
  });

  it("are called back by a real call, and not by one with a sandbox key", async () => {
    await missAt(5);
    const agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
    const reach = async (environment: "production" | "sandbox") => {
      const called = { called_number: "+12025550123", direction: "outbound" as const, environment };
      const run = await createRunRow(test, agent, called);
      const accepted = { carrier_accepted_at: new Date() };
      await test.everything.updateTable("call_runs").set(accepted).where("id", "=", run.id).execute();
      return run.id;
    };
    await reach("sandbox");
    expect(await rows()).toMatchObject([{ called_back_run_id: null }]);
    const runId = await reach("production");
    expect(await rows()).toMatchObject([{ called_back_run_id: runId }]);
  });

  it("missed calls that a run has called back are its own, in their order", async () => {
    await missAt(5, 3, 9);
    const agent = await createAgentRows(test, tenant);
    const run = await createRunRow(test, { organizationId: tenant.organizationId, ...agent });
    const ids = (await rows()).map(({ id }) => id);
    await test.everything
      .updateTable("missed_calls")
      .set({ called_back_run_id: run.id })
      .where("id", "in", ids.slice(0, 2))
      .execute();
    expect(await within((tx) => listMissedCallsOfRun(tx, run.id))).toEqual(ids.slice(0, 2));
    expect(await within((tx) => listMissedCallsOfRun(tx, run.id + 1))).toEqual([]);
  });
});
