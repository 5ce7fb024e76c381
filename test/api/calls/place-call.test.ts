import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  createRunOperation,
  getRunOperation,
  initiateCallOperation,
  startCallByWorkflowOperation,
  startCallOperation,
  startTestCallByWorkflowOperation,
  startTestCallOperation,
} from "../../../api/calls/calls.operations.ts";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createAgentRows, minimalDefinition, triggeredDefinition } from "../../factories/agents.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

/** Numbers by what becomes of a call to them. */
const ANSWERS = "+14155550101";
const BUSY = "+14155550102";
const NEVER_ENDS = "+14155550103";
const NO_SUCH_NUMBER = "+14155550104";
const THROTTLED_ONCE = "+14155550105";
const EVENTS_FIRST = "+14155550106";

let platform: CallingPlatform;
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; versionId: number; workflowUuid: string };

beforeAll(async () => {
  platform = await startCallingPlatform({
    // A day of talking is fifteen minutes.
    speed: 100,
    defaults: { outcomes: ["answered"], ring_seconds: 2, talk_seconds: 20 },
    rules: [
      { match: `^\\${BUSY}$`, outcomes: ["busy"] },
      { match: `^\\${NEVER_ENDS}$`, talk_seconds: 86_400 },
      { match: `^\\${NO_SUCH_NUMBER}$`, outcomes: ["invalid_number"] },
      { match: `^\\${THROTTLED_ONCE}$`, misbehaviours: { throttled_times: 1 } },
      { match: `^\\${EVENTS_FIRST}$`, misbehaviours: { event_before_response: 1 } },
    ],
  });
});
afterAll(() => platform.close());

beforeEach(async () => {
  tenant = await createTenant(platform.test);
  operator = platform.api.client(tenant.operator);
  agent = await createAgentRows(platform.test, tenant, { configurations: { max_call_duration: 86_400 } });
});

const rows = () =>
  platform.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("organization_id", "=", tenant.organizationId)
    .orderBy("id")
    .execute();
const requestsFor = async (runUuid: string) =>
  (await platform.simulator.record()).filter((request) => request.idempotency_key === runUuid);
const get = async (run_id: number) =>
  (await operator.call(getRunOperation, { params: { workflow_id: agent.agentId, run_id } })).body;
const ended = (runId: number) =>
  waitUntil(`run ${runId} has ended`, async () => {
    const run = await get(runId);
    return run.is_completed ? run : null;
  });
const start = (phone_number: string, options: { idempotencyKey?: string } = {}) =>
  operator.call(
    startCallByWorkflowOperation,
    { params: { workflow_uuid: agent.workflowUuid }, body: { phone_number, initial_context: { name: "Ada" } } },
    options,
  );
const startRefused = (phone_number: string, options: { idempotencyKey?: string } = {}) =>
  operator.refused(
    startCallByWorkflowOperation,
    { params: { workflow_uuid: agent.workflowUuid }, body: { phone_number } },
    options,
  );
const hangUp = async (runUuid: string) => {
  const [request] = await requestsFor(runUuid);
  await platform.simulator.ask("POST", `/v1/calls/${request?.call_id}/hangup`);
};
/** The simulator keeps accounts apart by their label. */
const labelAccount = async (account: string): Promise<void> => {
  const { organizationId } = tenant;
  await platform.test.everything
    .updateTable("telephony_configurations")
    .set(sealCredentials({ account }, { organizationId, secrets: testSecrets }))
    .where("id", "=", tenant.simulatorAccountId)
    .execute();
};
const addDraft = async (agentId: number, definition: AgentDefinition): Promise<number> => {
  const draft = await platform.test.everything
    .insertInto("agent_versions")
    .values({
      organization_id: tenant.organizationId,
      agent_id: agentId,
      version_number: 2,
      status: "draft",
      definition,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const change = { draft_version_id: draft.id };
  await platform.test.everything.updateTable("agents").set(change).where("id", "=", agentId).execute();
  return draft.id;
};

describe("a call by workflow id", () => {
  it("is dialled once, followed to its end and shown with its cost", async () => {
    const { body } = await start(ANSWERS);
    expect(body).toEqual({
      status: "initiated",
      workflow_run_id: expect.any(Number),
      workflow_run_name: expect.stringMatching(/^WR-[0-9a-f]{8}$/),
    });
    const run = await ended(body.workflow_run_id);
    expect(run).toMatchObject({
      workflow_id: agent.agentId,
      definition_id: agent.versionId,
      mode: "simulator",
      state: "completed",
      outcome: "answered",
      called_number: ANSWERS,
      environment: "production",
      duration_seconds: 20,
      cost_minor: 1,
      currency: "USD",
      cost_info: { cost_minor: 1, currency: "USD" },
      initial_context: { name: "Ada", phone_number: ANSWERS },
      gathered_context: { mapped_call_disposition: "answered" },
      recording_public_url: null,
    });
    expect(run.logs).toMatchObject({
      carrier_events: expect.arrayContaining([expect.objectContaining({ state: "completed" })]),
    });
    expect(await requestsFor(run.uuid)).toHaveLength(1);
  });

  it("writes one start and one end to the timeline", async () => {
    const { body } = await start(BUSY);
    expect((await ended(body.workflow_run_id)).outcome).toBe("busy");
    const events = await platform.test.everything
      .selectFrom("timeline_events")
      .select("kind")
      .where("run_id", "=", body.workflow_run_id)
      .orderBy("id")
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(["call_started", "call_ended", "outcome"]);
  });

  it("reads a national number in the organization's country", async () => {
    const inGermany = { country: "DE" };
    const { everything } = platform.test;
    await everything.updateTable("organizations").set(inGermany).where("id", "=", tenant.organizationId).execute();
    const { body } = await start("030 901820");
    expect((await get(body.workflow_run_id)).called_number).toBe("+4930901820");
  });

  it("is taken although the carrier's first callback comes before its answer", async () => {
    const { body } = await start(EVENTS_FIRST);
    expect(await ended(body.workflow_run_id)).toMatchObject({ state: "completed", outcome: "answered" });
  });
});

describe("a repeated Idempotency-Key", () => {
  it("dials once and gives the same answer", async () => {
    const idempotencyKey = randomUUID();
    const first = await start(ANSWERS, { idempotencyKey });
    const second = await start(ANSWERS, { idempotencyKey });
    expect(second.body).toEqual(first.body);
    const [run, ...others] = await rows();
    expect(others).toEqual([]);
    expect(await requestsFor(run!.uuid)).toHaveLength(1);
  });

  it("goes on with the call of a process that died after writing the row", async () => {
    const idempotencyKey = randomUUID();
    const first = await start(NEVER_ENDS, { idempotencyKey });
    // Simulates a process that died before it stored its answer, and a key that was taken over.
    await platform.test.everything.deleteFrom("idempotency_keys").where("key", "=", idempotencyKey).execute();
    const second = await start(NEVER_ENDS, { idempotencyKey });
    expect(second.body).toEqual(first.body);
    const [run, ...others] = await rows();
    expect(others).toEqual([]);
    expect(await requestsFor(run!.uuid)).toHaveLength(1);
    const other = await startRefused(ANSWERS, { idempotencyKey });
    expect(other).toMatchObject({ status: 409, code: "idempotency_key_reused" });
    await hangUp(run!.uuid);
  });

  it("never finds the call of another number once the key has expired", async () => {
    const idempotencyKey = randomUUID();
    await start(ANSWERS, { idempotencyKey });
    await platform.test.everything.deleteFrom("idempotency_keys").where("key", "=", idempotencyKey).execute();
    const other = await startRefused(BUSY, { idempotencyKey });
    expect(other).toMatchObject({ status: 409, code: "idempotency_key_reused" });
  });
});

describe("refusals of admission and the carrier", () => {
  it("answers 403 for a number on the do-not-call list, and keeps a blocked run", async () => {
    await platform.test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number: ANSWERS, source: "manual" })
      .execute();
    const refusal = await startRefused(ANSWERS);
    expect(refusal).toMatchObject({
      status: 403,
      code: "blocked_dnc",
      detail: "The number is on the do-not-call list",
    });
    const [run] = await rows();
    expect(run).toMatchObject({ state: "blocked", outcome: "blocked_dnc" });
    expect(await requestsFor(run!.uuid)).toEqual([]);
  });

  it("answers 403 wherever consent was withdrawn, until it is granted again", async () => {
    const state = (status: "granted" | "withdrawn") =>
      operator.call(recordConsentOperation, { body: { phone_number: ANSWERS, status, source: "letter" } });
    await state("withdrawn");
    const blocked = { status: 403, code: "blocked_consent", detail: expect.stringContaining("withdrawn") };
    const body = { phone_number: ANSWERS };
    expect(await startRefused(ANSWERS)).toMatchObject(blocked);
    const params = { workflow_uuid: agent.workflowUuid };
    expect(await operator.refused(startTestCallByWorkflowOperation, { params, body })).toMatchObject(blocked);
    const initiate = { ...body, workflow_id: agent.agentId };
    expect(await operator.refused(initiateCallOperation, { body: initiate })).toMatchObject(blocked);
    const runs = await rows();
    expect(runs.map(({ state, outcome }) => [state, outcome])).toEqual(Array(3).fill(["blocked", "blocked_consent"]));
    for (const { uuid } of runs) expect(await requestsFor(uuid)).toEqual([]);
    await state("granted");
    await start(ANSWERS);
    expect(await rows()).toHaveLength(4);
  });

  it("answers 403 for a kind or a country that the organization does not call, until it switches it on", async () => {
    const allow = (values: { allowed_number_kinds?: string[]; allowed_countries?: string[] }) =>
      platform.test.everything
        .updateTable("organizations")
        .set(values)
        .where("id", "=", tenant.organizationId)
        .execute();
    const blocked = { status: 403, code: "blocked_number_kind" };
    const [PREMIUM, SATELLITE] = ["+499001234567", "+881612345678"];
    expect(await startRefused(PREMIUM)).toMatchObject({ ...blocked, detail: expect.stringContaining("premium-rate") });
    const body = { phone_number: SATELLITE };
    const satellite = { ...blocked, detail: expect.stringContaining("satellite") };
    const params = { workflow_uuid: agent.workflowUuid };
    expect(await operator.refused(startTestCallByWorkflowOperation, { params, body })).toMatchObject(satellite);
    const initiate = { ...body, workflow_id: agent.agentId };
    expect(await operator.refused(initiateCallOperation, { body: initiate })).toMatchObject(satellite);
    await allow({ allowed_countries: ["DE"] });
    expect(await startRefused(ANSWERS)).toMatchObject({ ...blocked, detail: expect.stringContaining("is in US") });
    const runs = await rows();
    expect(runs.map(({ state, outcome }) => [state, outcome])).toEqual(Array(4).fill(["blocked", blocked.code]));
    for (const { uuid } of runs) expect(await requestsFor(uuid)).toEqual([]);
    await allow({ allowed_number_kinds: ["premium_rate"] });
    await start(PREMIUM);
    expect(await rows()).toHaveLength(5);
  });

  it("answers 402 where the organization's budget has no room for the most that the call may cost", async () => {
    const setBudget = (daily_minor: number) =>
      platform.test.everything
        .updateTable("organizations")
        .set({ budget: { daily_minor, monthly_minor: null, currency: "USD" } })
        .where("id", "=", tenant.organizationId)
        .execute();
    const mostMinor = 86_400 / 60;
    await setBudget(mostMinor - 1);
    const refusal = await startRefused(ANSWERS);
    expect(refusal).toMatchObject({
      status: 402,
      code: "blocked_budget",
      detail: expect.stringContaining("The day's budget is USD 14.39"),
    });
    const [run] = await rows();
    expect(run).toMatchObject({ state: "blocked", outcome: "blocked_budget", reserved_minor: null });
    expect(await requestsFor(run!.uuid)).toEqual([]);
    await setBudget(mostMinor);
    expect((await start(ANSWERS)).status).toBe(200);
  });

  it("answers a test call and an initiated one to such a number alike", async () => {
    await platform.test.everything
      .insertInto("do_not_call")
      .values({ organization_id: tenant.organizationId, phone_number: ANSWERS, source: "manual" })
      .execute();
    const blocked = { status: 403, code: "blocked_dnc" };
    const body = { phone_number: ANSWERS };
    const params = { workflow_uuid: agent.workflowUuid };
    expect(await operator.refused(startTestCallByWorkflowOperation, { params, body })).toMatchObject(blocked);
    const initiate = { ...body, workflow_id: agent.agentId };
    expect(await operator.refused(initiateCallOperation, { body: initiate })).toMatchObject(blocked);
    const uuids = (await rows()).map(({ uuid }) => uuid);
    expect(uuids).toHaveLength(2);
    for (const uuid of uuids) expect(await requestsFor(uuid)).toEqual([]);
  });

  it("answers 429 over the concurrency limit, and takes the same request when there is room again", async () => {
    const one = { concurrent_call_limit: 1 };
    const { everything } = platform.test;
    await everything.updateTable("organizations").set(one).where("id", "=", tenant.organizationId).execute();
    await start(NEVER_ENDS);
    const idempotencyKey = randomUUID();
    const refusal = await startRefused(ANSWERS, { idempotencyKey });
    expect(refusal).toMatchObject({ status: 429, detail: expect.stringContaining("limit is 1") });
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    const [live, refused] = await waitUntil("the refused run is canceled", async () => {
      const all = await rows();
      return all[1]?.state === "canceled" ? all : null;
    });
    expect(await requestsFor(refused!.uuid)).toEqual([]);

    await hangUp(live!.uuid);
    await ended(live!.id);
    const { body } = await operator.call(
      startCallByWorkflowOperation,
      { params: { workflow_uuid: agent.workflowUuid }, body: { phone_number: ANSWERS } },
      { idempotencyKey },
    );
    expect(body.workflow_run_id).not.toBe(refused!.id);
    expect(await ended(body.workflow_run_id)).toMatchObject({ outcome: "answered" });
  });

  it("answers 429 when the carrier asks to slow down", async () => {
    const refusal = await startRefused(THROTTLED_ONCE);
    expect(refusal).toMatchObject({ status: 429 });
    const [run] = await rows();
    expect(run).toMatchObject({ state: "canceled", carrier_accepted_at: null });
  });

  it("answers 400 when the carrier knows no such number, 502 with its words otherwise", async () => {
    const unknown = await startRefused(NO_SUCH_NUMBER);
    expect(unknown).toMatchObject({ status: 400, code: "invalid_number" });
    expect(unknown.detail).toContain("There is no such number");

    const account = `suspended-${randomUUID()}`;
    await labelAccount(account);
    await platform.simulator.writeScript({ suspended_accounts: [account] }, `?account=${account}`);
    const suspended = await startRefused(ANSWERS);
    expect(suspended).toMatchObject({ status: 502, code: "call_failed" });
    expect(suspended.detail).toContain("The account is suspended");
  });
});

describe("public ids", () => {
  const body = { phone_number: ANSWERS };

  it("finds the published agent by its trigger, and the draft for a test", async () => {
    const path = randomUUID();
    const { agentId, versionId } = await createAgentRows(platform.test, tenant, {
      definition: triggeredDefinition({ trigger_path: path }),
    });
    const draftPath = randomUUID();
    const draftId = await addDraft(agentId, triggeredDefinition({ trigger_path: draftPath }));
    const versionOf = async (runId: number) => (await rows()).find(({ id }) => id === runId)?.agent_version_id;

    const published = await operator.call(startCallOperation, { params: { uuid: path }, body });
    expect(await versionOf(published.body.workflow_run_id)).toBe(versionId);
    const test = await operator.call(startTestCallOperation, { params: { uuid: draftPath }, body });
    expect(await versionOf(test.body.workflow_run_id)).toBe(draftId);
    expect((await operator.refused(startCallOperation, { params: { uuid: draftPath }, body })).status).toBe(404);
  });

  it("runs the draft for a test by workflow id, the published version otherwise", async () => {
    const draftId = await addDraft(agent.agentId, minimalDefinition("Draft"));
    const params = { workflow_uuid: agent.workflowUuid };
    await operator.call(startTestCallByWorkflowOperation, { params, body });
    await operator.call(startCallByWorkflowOperation, { params, body });
    expect((await rows()).map((run) => run.agent_version_id)).toEqual([draftId, agent.versionId]);
  });

  it("answers 404 for an archived agent, a disabled trigger, nonsense, and another organization's agent", async () => {
    const path = randomUUID();
    await createAgentRows(platform.test, tenant, {
      definition: triggeredDefinition({ trigger_path: path, enabled: false }),
    });
    const stranger = await createTenant(platform.test, "Another");
    const theirs = await createAgentRows(platform.test, stranger);
    const archived = { status: "archived" as const };
    await platform.test.everything.updateTable("agents").set(archived).where("id", "=", agent.agentId).execute();
    for (const workflow_uuid of [agent.workflowUuid, theirs.workflowUuid, "nonsense"]) {
      const params = { workflow_uuid };
      expect(await operator.refused(startCallByWorkflowOperation, { params, body })).toMatchObject({ status: 404 });
      expect(await operator.refused(startTestCallByWorkflowOperation, { params, body })).toMatchObject({ status: 404 });
    }
    expect(await operator.refused(startCallOperation, { params: { uuid: path }, body })).toMatchObject({ status: 404 });
    expect(await rows()).toEqual([]);
  });
});

describe("an initiated call", () => {
  it("dials the number given with the draft, and the test number without one", async () => {
    const draftId = await addDraft(agent.agentId, minimalDefinition("Draft"));
    const missing = await operator.refused(initiateCallOperation, { body: { workflow_id: agent.agentId } });
    expect(missing).toMatchObject({ status: 400, code: "phone_number_missing" });

    const testNumber = { test_phone_number: BUSY };
    const { everything } = platform.test;
    await everything.updateTable("organizations").set(testNumber).where("id", "=", tenant.organizationId).execute();
    const { body } = await operator.call(initiateCallOperation, { body: { workflow_id: agent.agentId } });
    expect(body.message).toContain("WR-");
    expect(await get(body.workflow_run_id)).toMatchObject({ called_number: BUSY, definition_id: draftId });
  });

  it("uses a run that was created before, once", async () => {
    const created = await operator.call(createRunOperation, {
      params: { workflow_id: agent.agentId },
      body: { mode: "simulator", name: "Prepared", initial_context: { name: "Ada" } },
    });
    const body = { workflow_id: agent.agentId, workflow_run_id: created.body.id, phone_number: NEVER_ENDS };
    const initiated = await operator.call(initiateCallOperation, { body });
    expect(initiated.body.workflow_run_id).toBe(created.body.id);
    expect(await get(created.body.id)).toMatchObject({ name: "Prepared", initial_context: { name: "Ada" } });
    expect(await operator.refused(initiateCallOperation, { body })).toMatchObject({
      status: 409,
      code: "workflow_run_active",
    });

    const [run] = await rows();
    expect(await requestsFor(run!.uuid)).toHaveLength(1);
    await hangUp(run!.uuid);
    await ended(run!.id);
    expect(await operator.refused(initiateCallOperation, { body })).toMatchObject({
      status: 409,
      code: "workflow_run_over",
    });
  });

  it("refuses a run of another agent, a text run, and a run that is not there", async () => {
    const other = await createAgentRows(platform.test, tenant);
    const create = async (workflow_id: number, mode: string) =>
      (await operator.call(createRunOperation, { params: { workflow_id }, body: { mode, name: "A run" } })).body.id;
    const initiate = (workflow_run_id: number) =>
      operator.refused(initiateCallOperation, {
        body: { workflow_id: agent.agentId, workflow_run_id, phone_number: ANSWERS },
      });
    expect(await initiate(await create(other.agentId, "simulator"))).toMatchObject({
      status: 400,
      code: "workflow_run_workflow_mismatch",
    });
    expect(await initiate(await create(agent.agentId, "textchat"))).toMatchObject({ status: 400 });
    expect(await initiate(999_999_999)).toMatchObject({ status: 404 });
  });
});

describe("a sandbox key", () => {
  it("dials through the simulator, marks the run, and costs nothing", async () => {
    const key = await createKey(platform.test, { tenant, environment: "sandbox" });
    const { body } = await platform.api.client(key).call(startCallByWorkflowOperation, {
      params: { workflow_uuid: agent.workflowUuid },
      body: { phone_number: ANSWERS },
    });
    expect(await ended(body.workflow_run_id)).toMatchObject({
      environment: "sandbox",
      outcome: "answered",
      cost_minor: 0,
    });
  });
});
