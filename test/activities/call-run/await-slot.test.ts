import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { KyselyPlugin } from "kysely";
import { awaitSlot } from "../../../activities/call-run/await-slot.ts";
import { clockOf } from "../../../activities/call-run/database-clock.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const INTERVAL_MS = 200;
/** The call is asked for at this instant of the steady clock. */
const START_MS = 1000;
const LATEST_START_MS = START_MS + 6000;

let test: TestDatabase;
let tenant: Tenant;
/** The steady clock, which stands still unless a test moves it. */
let steadyMs: number;
/** The database's clock when the steady one began. */
let databaseStartMs: number;
const steadyNow = performance.now;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
  const pace = { telephony_configuration_id: tenant.simulatorAccountId, organization_id: tenant.organizationId };
  await test.everything.insertInto("telephony_paces").values(pace).execute();
});
afterAll(() => test.drop());
beforeEach(() => {
  steadyMs = START_MS;
  databaseStartMs = Date.now() - START_MS;
  performance.now = () => steadyMs;
});
afterEach(() => {
  performance.now = steadyNow;
});

/** Each question about the database's clock takes so long, so that nobody knows its clock more closely than that. */
const databaseWithClock = (questionMs: number) => {
  let questions = 0;
  const answersLate: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async () => {
      questions += 1;
      steadyMs += questionMs;
      return { rows: [{ now_ms: databaseStartMs + steadyMs - questionMs / 2 }] };
    },
  };
  const withoutOrganization = test.database.withoutOrganization.withPlugin(answersLate);
  const database: Database = { ...test.database, withoutOrganization };
  clockOf(database).observe({
    askedAtMs: steadyMs - questionMs,
    databaseMs: databaseStartMs + steadyMs - questionMs / 2,
    answeredAtMs: steadyMs,
  });
  return { database, questions: () => questions };
};

interface Asked {
  database: Database;
  /** The call's slot by the steady clock, as nearly as its instant is known. */
  slotMs: number;
  intervalMs?: number | null;
  campaignId?: number | null;
  latestStartMs?: number;
  whileItWaits?: () => void;
}

const ask = async (asked: Asked) => {
  const { database, slotMs, intervalMs = INTERVAL_MS, campaignId = 1, latestStartMs = LATEST_START_MS } = asked;
  const agent = await createAgentRows(test, tenant);
  const run = await createRunRow(test, { organizationId: tenant.organizationId, ...agent });
  const answer = awaitSlot(
    { database },
    {
      call: { run: { ...run, campaign_id: campaignId }, account: { id: tenant.simulatorAccountId } },
      pace: { slotMs: databaseStartMs + slotMs, intervalMs, reserved: true },
      latestStartMs,
    },
  );
  // It has begun to wait by then, and no timer is over before.
  if (asked.whileItWaits) setImmediate(asked.whileItWaits);
  const missed = await answer;
  const { pace_slot_at } = await test.everything
    .selectFrom("call_runs")
    .select("pace_slot_at")
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  return { missed, tookAnother: pace_slot_at !== null };
};

describe("a call of a campaign whose slot has come", () => {
  it("starts, up to 50 ms after it", async () => {
    const { database } = databaseWithClock(0);
    expect(await ask({ database, slotMs: START_MS - 50 })).toEqual({ missed: null, tookAnother: false });
  });

  it("takes the account's next slot where it is later", async () => {
    const { database } = databaseWithClock(0);
    expect(await ask({ database, slotMs: START_MS - 51 })).toEqual({ missed: null, tookAnother: true });
  });

  it("takes the next one where it may be later, by a clock that is known closely", async () => {
    const { database, questions } = databaseWithClock(40);
    expect(await ask({ database, slotMs: START_MS - 40 })).toMatchObject({ tookAnother: true });
    expect(questions()).toBe(0);
  });

  it("starts where it may be in time, by a clock that is not known closely after five readings", async () => {
    const { database, questions } = databaseWithClock(200);
    const afterReadingsMs = START_MS + 5 * 200;
    expect(await ask({ database, slotMs: afterReadingsMs - 120 })).toEqual({ missed: null, tookAnother: false });
    expect(questions()).toBe(5);
  });

  it("takes the next one where it is surely later, and knows the clock from then on", async () => {
    const { database } = databaseWithClock(200);
    expect(await ask({ database, slotMs: START_MS })).toMatchObject({ tookAnother: true });
    const { earliestMs, latestMs } = clockOf(database).locate(databaseStartMs);
    expect(latestMs).toBe(earliestMs);
  });
});

describe("a call whose slot is to come", () => {
  it("waits for it, up to its latest start", async () => {
    const { database } = databaseWithClock(0);
    const WAIT_MS = 30;
    const askedAtMs = steadyNow.call(performance);
    expect(await ask({ database, slotMs: START_MS + WAIT_MS, latestStartMs: START_MS + WAIT_MS })).toEqual({
      missed: null,
      tookAnother: false,
    });
    // A timer may be early by the part of a millisecond that it does not count.
    expect(steadyNow.call(performance) - askedAtMs).toBeGreaterThan(WAIT_MS - 2);
  });

  it.each([
    ["takes another one where it is missed in its wait", 0, true],
    ["takes none where its latest start has passed in its wait", 1, false],
  ])("%s", async (_what, afterLatestStartMs, tookAnother) => {
    const { database } = databaseWithClock(0);
    const whileItWaits = () => {
      steadyMs = LATEST_START_MS + afterLatestStartMs;
    };
    expect(await ask({ database, slotMs: START_MS + 20, whileItWaits })).toMatchObject({ tookAnother });
  });
});

describe("a call that would start too late for its admission", () => {
  it("says how long it would have to wait", async () => {
    const { database } = databaseWithClock(0);
    expect(await ask({ database, slotMs: LATEST_START_MS + 1 })).toEqual({
      missed: { waitMs: LATEST_START_MS + 1 - START_MS },
      tookAnother: false,
    });
  });

  it("waits for nothing where it is too late already", async () => {
    const { database } = databaseWithClock(0);
    steadyMs = LATEST_START_MS + 1;
    expect(await ask({ database, slotMs: LATEST_START_MS + 60_000 })).toEqual({ missed: null, tookAnother: false });
  });
});

describe("a call with one slot alone", () => {
  it("is one outside campaigns: it starts however late it is", async () => {
    const { database } = databaseWithClock(0);
    expect(await ask({ database, slotMs: 0, campaignId: null })).toEqual({ missed: null, tookAnother: false });
  });

  it("is one on an account without a pace, for which nobody reads the clock", async () => {
    const { database, questions } = databaseWithClock(200);
    expect(await ask({ database, slotMs: 0, intervalMs: null })).toEqual({ missed: null, tookAnother: false });
    expect(questions()).toBe(0);
  });
});
