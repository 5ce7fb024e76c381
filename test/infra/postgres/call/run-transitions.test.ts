import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CallRunState, FINAL_CALL_STATES, OPEN_CALL_STATES } from "../../../../domain/call/call-states.rules.ts";
import { recordCarrierEvent } from "../../../../infra/postgres/call/carrier-events.repository.ts";
import {
  beginSessionRun,
  cancelRun,
  endRun,
  markAnswered,
  markDialing,
  queueRun,
} from "../../../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import type { CallRun } from "../../../../infra/postgres/call/call-run.entity.ts";

let test: TestDatabase;
let agent: AgentOfRun;

beforeAll(async () => {
  test = await createTestDatabase();
  const tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});
afterAll(() => test.drop());

const told = (state: "ringing" | "in_progress") => (tx: OrganizationTransaction, run: CallRun) =>
  recordCarrierEvent(tx, run, {
    eventId: `${state}-1`,
    call: {
      carrierCallId: "CA1",
      state,
      outcome: null,
      answeredBy: null,
      startedAt: null,
      answeredAt: null,
      endedAt: null,
      durationSeconds: null,
      costMinor: null,
      currency: null,
      optedOut: false,
      detail: null,
    },
  });

/** Every transition of a call that exists, with the states that it may leave. */
const TRANSITIONS: Record<
  string,
  { make(tx: OrganizationTransaction, run: CallRun): Promise<unknown>; to: CallRunState; from: readonly CallRunState[] }
> = {
  "is dialled": {
    make: (tx, run) =>
      markDialing(tx, run, { now: new Date(), provider: "simulator", callerNumber: null, reserved: null }),
    to: "dialing",
    from: ["queued"],
  },
  "rings, as its carrier says": { make: told("ringing"), to: "ringing", from: ["queued", "dialing", "ringing"] },
  "is answered, as its carrier says": { make: told("in_progress"), to: "in_progress", from: OPEN_CALL_STATES },
  "holds a conversation": { make: markAnswered, to: "in_progress", from: OPEN_CALL_STATES },
  "begins as a session": { make: beginSessionRun, to: "in_progress", from: ["queued"] },
  ends: {
    make: (tx, run) => endRun(tx, run, { state: "failed", outcome: "failed" }),
    to: "failed",
    from: OPEN_CALL_STATES,
  },
  "is canceled": {
    make: (tx, run) => cancelRun(tx, run, { endReason: "not_started", reason: "nobody was there" }),
    to: "canceled",
    from: OPEN_CALL_STATES,
  },
};

const CASES = Object.entries(TRANSITIONS).flatMap(([name, { make, to, from }]) =>
  [...OPEN_CALL_STATES, ...FINAL_CALL_STATES].map((state) => ({
    name,
    state,
    make,
    expected: from.includes(state) ? to : state,
  })),
);

describe("a call", () => {
  it.each(CASES)("that is $state and $name is then $expected", async ({ state, make, expected }) => {
    const run = await createRunRow(test, agent, { state });
    const change = test.database.inOrganization(agent.organizationId, (tx) => make(tx, run));
    // A transition that is not allowed is refused, or changes nothing.
    await change.catch((error: Error) => expect(error.message).toContain(`call run ${run.id}`));
    const { state: now } = await test.everything
      .selectFrom("call_runs")
      .select("state")
      .where("id", "=", run.id)
      .executeTakeFirstOrThrow();
    expect(now).toBe(expected);
  });

  it("that is asked for twice is queued once", async () => {
    const run = await createRunRow(test, agent);
    const { id: _id, state: _state, ...row } = run;
    const again = await test.database.inOrganization(agent.organizationId, (tx) => queueRun(tx, row));
    expect(again.id).toBe(run.id);
  });
});
