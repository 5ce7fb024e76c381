import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type AskedReplay, replayPastRules } from "../../../application/what-if/replay-past-rules.ts";
import { chooseSample, MOST_CALLS_REPLAYED } from "../../../domain/rule-pack/rules-preview.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const NUMBERS = 400;
const CALLS_OF_A_NUMBER = 3;
const NOW = new Date("2026-03-01T12:00:00Z");
const HOUR_MS = 3_600_000;

let test: TestDatabase;
let asked: AskedReplay;

beforeAll(async () => {
  test = await createTestDatabase();
  const tenant = await createTenant(test);
  const { agentId, versionId } = await createAgentRows(test, tenant);
  const twice = { name: "Twice a week", expression: "attempts_7d < 2", if_false: "refuse" as const };
  asked = {
    organizationId: tenant.organizationId,
    days: 7,
    now: NOW,
    before: null,
    after: { packs: [], unconfirmed: [], own: [twice] },
    timezone: null,
  };
  for (let call = 0; call < CALLS_OF_A_NUMBER; call += 1) {
    const at = new Date(NOW.getTime() - (30 - 10 * call) * HOUR_MS);
    const rows = Array.from({ length: NUMBERS }, (_, number) => ({
      uuid: randomUUID(),
      organization_id: tenant.organizationId,
      agent_id: agentId,
      agent_version_id: versionId,
      name: "a call",
      mode: "telephony",
      state: "completed" as const,
      outcome: "busy",
      called_number: `+1212556${String(number).padStart(4, "0")}`,
      created_at: at,
      carrier_requested_at: at,
      ended_at: at,
    }));
    await test.everything.insertInto("call_runs").values(rows).execute();
  }
});
afterAll(async () => {
  await test.drop();
});

describe("a replay of past calls by other rules", () => {
  it("looks at all of them where they are few: the third call to each number would not have been made", async () => {
    const replayed = await replayPastRules(test.database, asked);
    expect(replayed).toMatchObject({ oneIn: 1, hasMore: false, to: NOW, calls: CALLS_OF_A_NUMBER * NUMBERS });
    expect(replayed.after).toEqual({ refused: NUMBERS, waiting: 0 });
  });

  it("looks at some numbers where they are many, and at every call to these, so that attempts are counted as they were", async () => {
    const mostCalls = (CALLS_OF_A_NUMBER * NUMBERS) / 4;
    const { oneIn, calls, after, hasMore } = await replayPastRules(test.database, asked, { mostCalls });
    expect({ oneIn, hasMore }).toEqual({ oneIn: 4, hasMore: false });
    expect(calls).toBeGreaterThan(mostCalls / 2);
    expect(calls).toBeLessThan(mostCalls * 2);
    expect(after.refused).toBe(calls / CALLS_OF_A_NUMBER);
  });

  it("says until when it came where its time was over", async () => {
    const replayed = await replayPastRules(test.database, asked, { longestMs: -1 });
    expect(replayed.hasMore).toBe(true);
    expect(replayed.calls).toBeLessThan(CALLS_OF_A_NUMBER * NUMBERS);
    expect(replayed.to.getTime()).toBeLessThan(NOW.getTime());
  });

  it("takes no more numbers than it has time for", () => {
    expect([0, MOST_CALLS_REPLAYED, MOST_CALLS_REPLAYED + 1].map((calls) => chooseSample(calls))).toEqual([1, 1, 2]);
    expect(chooseSample(95 * MOST_CALLS_REPLAYED)).toBe(95);
  });
});
