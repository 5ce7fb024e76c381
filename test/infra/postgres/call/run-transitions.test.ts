import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CallRunState, FINAL_CALL_STATES, OPEN_CALL_STATES } from "../../../../domain/call/call-states.rules.ts";
import type { CallRun } from "../../../../infra/postgres/call/call-run.entity.ts";
import { recordCarrierEvent } from "../../../../infra/postgres/call/carrier-events.repository.ts";
import {
  beginSessionRun,
  cancelRun,
  endRun,
  insertRingingRun,
  markAnswered,
  markDialing,
  noteGreeted,
  queueRun,
} from "../../../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../../../infra/postgres/database.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { type AgentOfRun, createRunRow } from "../../../factories/calls.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let agent: AgentOfRun;

beforeAll(async () => {
  test = await createTestDatabase();
  const tenant = await createTenant(test);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});
afterAll(() => test.drop());

const carrierCall = (state: "ringing" | "in_progress") => ({
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
});

const told = (state: "ringing" | "in_progress") => (tx: OrganizationTransaction, run: CallRun) =>
  recordCarrierEvent(tx, run, { eventId: `${state}-1`, call: carrierCall(state) });

/** Every transition of a call that exists, with the states that it may leave. */
const TRANSITIONS: Record<
  string,
  { make(tx: OrganizationTransaction, run: CallRun): Promise<unknown>; to: CallRunState; from: readonly CallRunState[] }
> = {
  "is dialled": {
    make: (tx, run) =>
      markDialing(tx, run, {
        now: new Date(),
        provider: "simulator",
        callerNumber: null,
        reserved: null,
        reservedModelMinor: null,
        reservedSpeechMinor: null,
        isToSpeak: false,
      }),
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

  const AT = new Date("2026-11-01T10:00:00Z");
  const EARLIER = new Date("2026-11-01T09:00:00Z");
  const change = async (
    before: Parameters<typeof createRunRow>[2],
    make: (tx: OrganizationTransaction, run: CallRun) => Promise<unknown>,
  ) => {
    const run = await createRunRow(test, agent, before);
    await test.database.inOrganization(agent.organizationId, (tx) => make(tx, run));
    const after = await test.everything
      .selectFrom("call_runs")
      .selectAll()
      .where("id", "=", run.id)
      .executeTakeFirstOrThrow();
    return { run, after };
  };

  it("a call that is dialled has when, for whom and at what cost at most, and nothing else of it changes", async () => {
    const reserved = { amountMinor: 12, currency: "USD" };
    const set = { now: AT, provider: "twilio", callerNumber: "+12025550170", reserved };
    const models = { reservedModelMinor: 5, reservedSpeechMinor: 3, isToSpeak: true };
    const { run, after } = await change({}, (tx, row) => markDialing(tx, row, { ...set, ...models }));
    expect(after).toEqual({
      ...run,
      state: "dialing",
      started_at: AT,
      carrier_requested_at: AT,
      provider: "twilio",
      caller_number: "+12025550170",
      reserved_minor: 12,
      reserved_currency: "USD",
      reserved_model_minor: 5,
      reserved_speech_minor: 3,
      speech: "expected",
    });
  });

  it("a call that holds a conversation was answered when that was heard first, by whoever was heard first", async () => {
    const heard = await change({ state: "ringing" }, (tx, row) => markAnswered(tx, row, "person"));
    expect(heard.after).toEqual({
      ...heard.run,
      state: "in_progress",
      holds_conversation: true,
      answered_at: expect.any(Date),
      answered_by: "person",
      answer_evidence: { source: "carrier" },
    });
    const known = { state: "in_progress", answered_at: EARLIER, answered_by: "voicemail" } as const;
    const told = await change(known, (tx, row) => markAnswered(tx, row, "person"));
    expect(told.after).toEqual({ ...told.run, holds_conversation: true });
  });

  it("a call that begins as a session is answered at once", async () => {
    const { run, after } = await change({}, beginSessionRun);
    expect(after).toEqual({
      ...run,
      state: "in_progress",
      holds_conversation: true,
      started_at: expect.any(Date),
      answered_at: expect.any(Date),
    });
  });

  it("a call that came in rings", async () => {
    const { id: _id, state: _state, ...row } = await createRunRow(test, agent);
    const values = { ...row, uuid: randomUUID() };
    const rings = await test.database.inOrganization(agent.organizationId, (tx) => insertRingingRun(tx, values));
    expect(rings).toEqual({ ...values, id: rings.id, state: "ringing" });
  });

  it("a call that is canceled holds no money, and says why it was not made", async () => {
    const held = { reserved_minor: 12, reserved_currency: "USD", reserved_model_minor: 5, reserved_speech_minor: 3 };
    const { run, after } = await change(held, (tx, row) =>
      cancelRun(tx, row, { endReason: "not_started", reason: "nobody was there" }),
    );
    expect(after).toEqual({
      ...run,
      state: "canceled",
      outcome: "canceled",
      ended_at: expect.any(Date),
      over_at: expect.any(Date),
      end_reason: "not_started",
      error: "nobody was there",
      reserved_minor: null,
      reserved_currency: null,
      reserved_model_minor: null,
      reserved_speech_minor: null,
    });
  });

  it("a call that its carrier tells of keeps the first instant of the answer, and who answered unless it was taken for a person", async () => {
    const answered = { ...carrierCall("in_progress"), answeredAt: AT, answeredBy: "person" as const };
    const tell = (tx: OrganizationTransaction, run: CallRun) =>
      recordCarrierEvent(tx, run, { eventId: "answered", call: answered });
    const first = await change({ state: "ringing" }, tell);
    expect(first.after).toMatchObject({ state: "in_progress", answered_at: AT, answered_by: "person" });
    const again = await change({ state: "in_progress", answered_at: EARLIER, answered_by: "voicemail" }, tell);
    expect(again.after).toMatchObject({ state: "in_progress", answered_at: EARLIER, answered_by: "voicemail" });
    const machine = { ...answered, answeredBy: "voicemail", answerWord: "machine_start" } as const;
    const corrected = await change({ state: "in_progress", answered_by: "person" }, (tx, run) =>
      recordCarrierEvent(tx, run, { eventId: "detected", call: machine }),
    );
    expect(corrected.after).toMatchObject({
      answered_by: "voicemail",
      answer_evidence: { source: "carrier", carrier_word: "machine_start" },
    });
  });

  it("a call whose greeting its carrier was given has it, and no other call has", async () => {
    const other = await createRunRow(test, agent, { state: "in_progress", speech: "expected" });
    const { run, after } = await change({ state: "in_progress", speech: "expected" }, noteGreeted);
    expect(after).toEqual({ ...run, speech: "given" });
    const rows = test.everything.selectFrom("call_runs").select("speech").where("id", "=", other.id);
    expect(await rows.executeTakeFirst()).toEqual({ speech: "expected" });
  });

  it.each([
    ["speaks through the platform", { carries_audio: true }],
    ["comes over a trunk", { provider: "sip" }],
  ])("a call that %s gives its place in a media process back when it ends", async (_how, of) => {
    const run = await createRunRow(test, agent, { state: "in_progress", ...of });
    const reserved_until = new Date(Date.now() + 600_000);
    await test.everything.insertInto("voice_reservations").values({ run_uuid: run.uuid, reserved_until }).execute();
    const end = { state: "completed", outcome: "answered" } as const;
    await test.database.inOrganization(agent.organizationId, (tx) => endRun(tx, run, end));
    const kept = test.everything.selectFrom("voice_reservations").selectAll().where("run_uuid", "=", run.uuid);
    expect(await kept.execute()).toEqual([]);
  });

  it.each([
    [
      { reserved_minor: 12, reserved_currency: "USD" },
      { amount_minor: 12, currency: "USD" },
    ],
    [{}, null],
  ])("a call that ends with %j held is in the record with %j", async (reserved, held) => {
    const run = await createRunRow(test, agent, { state: "in_progress", ...reserved });
    const end = { state: "completed", outcome: "answered" } as const;
    await test.database.inOrganization(agent.organizationId, (tx) => endRun(tx, run, end));
    const entry = await test.everything
      .selectFrom("unsealed_entries")
      .select("facts")
      .where("run_uuid", "=", run.uuid)
      .executeTakeFirstOrThrow();
    expect(entry.facts).toMatchObject({ run: run.uuid, state: "completed", outcome: "answered", held });
  });

  it("a call that is asked for twice is queued once", async () => {
    const run = await createRunRow(test, agent);
    const { id: _id, state: _state, ...row } = run;
    const again = await test.database.inOrganization(agent.organizationId, (tx) => queueRun(tx, row));
    expect(again.id).toBe(run.id);
  });
});
