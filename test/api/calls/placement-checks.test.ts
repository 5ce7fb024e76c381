import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Client } from "@temporalio/client";
import {
  createRunOperation,
  initiateCallOperation,
  startCallByWorkflowOperation,
} from "../../../api/calls/calls.operations.ts";
import { cancelAbandonedRuns } from "../../../api/calls/cancel-abandoned-runs.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createPhoneNumberRow, createTwilioConfiguration } from "../../factories/telephony.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { impatientClient, NO_TEMPORAL } from "./impatient-client.ts";

const NUMBER = "+14155550101";

let test: TestDatabase;
/** Temporal is there; no worker is. */
let api: TestApi;
/** An API with a short limit for its wait for workers. */
let impatient: TestApi;
/** An API without Temporal. */
let cutOff: TestApi;
let clients: Client[];
let tenant: Tenant;
let operator: ApiClient;
let agent: { organizationId: number; agentId: number; versionId: number; workflowUuid: string };

beforeAll(async () => {
  test = await createTestDatabase();
  const environment = { TEMPORAL_NAMESPACE: await createTestNamespace() };
  api = await startTestApi(test, { environment });
  clients = [await impatientClient(api, { withinMs: 4000 }), await impatientClient(api, { address: NO_TEMPORAL })];
  impatient = await startTestApi(test, { environment, dependencies: { temporal: clients[0]! } });
  cutOff = await startTestApi(test, { environment, dependencies: { temporal: clients[1]! } });
});
afterAll(async () => {
  await Promise.all([api.close(), impatient.close(), cutOff.close()]);
  await Promise.all(clients.map((client) => client.connection.close()));
  await test.drop();
});

beforeEach(async () => {
  tenant = await createTenant(test);
  operator = cutOff.client(tenant.operator);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});

const start = (body: object, client = operator) =>
  client.refused(startCallByWorkflowOperation, { params: { workflow_uuid: agent.workflowUuid }, body });
const rows = () =>
  test.everything.selectFrom("call_runs").selectAll().where("organization_id", "=", tenant.organizationId).execute();
const stateOf = async (uuid: string) =>
  (await test.everything.selectFrom("call_runs").select("state").where("uuid", "=", uuid).executeTakeFirstOrThrow())
    .state;

describe("before anything is written", () => {
  it.each([
    ["a number that no country has", "+1555", "phone_number"],
    ["a national number without a country", "030 901820", "phone_number"],
    ["words", "my neighbour", "phone_number"],
  ])("refuses %s", async (_what, phone_number, field) => {
    const refusal = await start({ phone_number });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", field] }] });
    expect(await rows()).toEqual([]);
  });

  it("refuses a mistyped field", async () => {
    const refusal = await start({ phone_number: NUMBER, inital_context: {} });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "inital_context"] }] });
  });

  it("refuses a role that may not call", async () => {
    expect(await start({ phone_number: NUMBER }, cutOff.client(tenant.viewer))).toMatchObject({ status: 403 });
  });

  it("refuses an account that is not there, also another organization's", async () => {
    const stranger = await createTenant(test, "Another");
    for (const telephony_configuration_id of [999_999, stranger.simulatorAccountId]) {
      const refusal = await start({ phone_number: NUMBER, telephony_configuration_id });
      expect(refusal).toMatchObject({ status: 404, code: "telephony_configuration_not_found" });
    }
  });

  it("asks for an account when there is none to choose", async () => {
    await test.everything
      .deleteFrom("telephony_configurations")
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(await start({ phone_number: NUMBER })).toMatchObject({ status: 400, code: "telephony_not_configured" });
  });

  it("refuses an account that cannot dial, and a caller id that is not its own", async () => {
    const { organizationId } = tenant;
    const telephony_configuration_id = await createTwilioConfiguration(test, { organizationId });
    const body = { phone_number: NUMBER, telephony_configuration_id };
    expect(await start(body)).toMatchObject({ status: 400, code: "telephony_not_ready" });

    const simulator = { organizationId, telephonyAccountId: tenant.simulatorAccountId };
    const elsewhere = await createPhoneNumberRow(test, { ...simulator, e164: "+12025550111" });
    await createPhoneNumberRow(test, {
      organizationId,
      telephonyAccountId: telephony_configuration_id,
      e164: "+12025550112",
    });
    const refusal = await start({ ...body, from_phone_number_id: elsewhere });
    expect(refusal).toMatchObject({ status: 400, code: "from_phone_number_not_found" });
    expect(await rows()).toEqual([]);
  });

  it("refuses a real carrier to a sandbox key", async () => {
    const { organizationId } = tenant;
    const telephony_configuration_id = await createTwilioConfiguration(test, {
      organizationId,
      isDefaultOutbound: false,
    });
    const sandbox = cutOff.client(await createKey(test, { tenant, environment: "sandbox" }));
    const refusal = await start({ phone_number: NUMBER, telephony_configuration_id }, sandbox);
    expect(refusal).toMatchObject({ status: 403, code: "sandbox_key" });
  });

  it("refuses to initiate with an archived agent", async () => {
    await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", agent.agentId).execute();
    const body = { workflow_id: agent.agentId, phone_number: NUMBER };
    expect(await operator.refused(initiateCallOperation, { body })).toMatchObject({
      status: 400,
      code: "agent_not_ready",
    });
  });
});

describe("a created run", () => {
  const create = (body: object, options = {}) =>
    operator.call(createRunOperation, { params: { workflow_id: agent.agentId }, body: body as never }, options);

  it("is queued with the agent's version, and nobody is called", async () => {
    const { body } = await create({ mode: "textchat", name: "A chat", initial_context: { name: "Ada" } });
    expect(body).toMatchObject({
      workflow_id: agent.agentId,
      definition_id: agent.versionId,
      mode: "textchat",
      name: "A chat",
      initial_context: { name: "Ada" },
    });
    expect(await rows()).toMatchObject([{ id: body.id, state: "queued", called_number: null }]);
  });

  it("is made once for one Idempotency-Key, also when the first answer was lost", async () => {
    const idempotencyKey = randomUUID();
    const first = await create({ mode: "simulator", name: "Once" }, { idempotencyKey });
    await test.everything.deleteFrom("idempotency_keys").where("key", "=", idempotencyKey).execute();
    expect((await create({ mode: "simulator", name: "Once" }, { idempotencyKey })).body).toEqual(first.body);
    expect(await rows()).toHaveLength(1);
  });

  it("is refused in a mode that is not there", async () => {
    const refusal = await operator.refused(createRunOperation, {
      params: { workflow_id: agent.agentId },
      body: { mode: "telegraph", name: "Stop" },
    });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", "mode"] }] });
  });
});

describe("without a workflow engine", () => {
  it("answers 503 and cancels the run, so that nobody is dialled later", async () => {
    const refusal = await start({ phone_number: NUMBER });
    expect(refusal).toMatchObject({ status: 503, detail: expect.stringContaining("nothing was dialled") });
    expect(refusal.headers.get("retry-after")).toBe("5");
    expect(await rows()).toMatchObject([{ state: "canceled", end_reason: "not_started" }]);
  });
});

describe("without a worker", () => {
  it("answers initiated after its deadline: the started call goes on", async () => {
    const askedAtMs = Date.now();
    const { body } = await impatient.client(tenant.operator).call(startCallByWorkflowOperation, {
      params: { workflow_uuid: agent.workflowUuid },
      body: { phone_number: NUMBER },
    });
    const [run] = await rows();
    expect(run).toMatchObject({ id: body.workflow_run_id, state: "queued" });
    const dialledBy = run?.dial_by?.getTime() ?? 0;
    expect(dialledBy - askedAtMs).toBeGreaterThan(200_000);
    expect(dialledBy - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await cancelAbandonedRuns(api.dependencies, { olderThanSeconds: 0 })).toBe(0);
    expect(await stateOf(run!.uuid)).toBe("queued");
    await workflowOf(run!.uuid).terminate();
    expect(await cancelAbandonedRuns(api.dependencies, { olderThanSeconds: 0 })).toBe(1);
    expect(await stateOf(run!.uuid)).toBe("canceled");
  });
});

describe("a call that nobody took up in time", () => {
  it("is canceled although its workflow still waits for a worker", async () => {
    await impatient.client(tenant.operator).call(startCallByWorkflowOperation, {
      params: { workflow_uuid: agent.workflowUuid },
      body: { phone_number: NUMBER },
    });
    const [run] = await rows();
    await test.everything
      .updateTable("call_runs")
      .set({ dial_by: new Date(Date.now() - 1000) })
      .where("uuid", "=", run!.uuid)
      .execute();
    expect(await cancelAbandonedRuns(api.dependencies, { olderThanSeconds: 0 })).toBe(1);
    expect(await rows()).toMatchObject([{ state: "canceled", end_reason: "not_in_time" }]);
    expect((await workflowOf(run!.uuid).describe()).status.name).toBe("RUNNING");
    await workflowOf(run!.uuid).terminate();
  });
});

const workflowOf = (runUuid: string) =>
  api.dependencies.temporal.workflow.getHandle(
    callRunContract.workflowId({ organizationId: tenant.organizationId, runUuid }),
  );

describe("abandoned calls", () => {
  it("cancels what was queued and never started, in every organization, once it is old enough", async () => {
    const stranger = await createTenant(test, "Another");
    const theirs = { organizationId: stranger.organizationId, ...(await createAgentRows(test, stranger)) };
    const created_at = new Date(Date.now() - 120_000);
    const old = await createRunRow(test, agent, { called_number: NUMBER, created_at });
    const alsoOld = await createRunRow(test, theirs, { called_number: NUMBER, created_at });
    const fresh = await createRunRow(test, agent, { called_number: NUMBER });
    const prepared = await createRunRow(test, agent, { created_at });
    expect(await cancelAbandonedRuns(api.dependencies)).toBe(2);
    expect(await stateOf(old.uuid)).toBe("canceled");
    expect(await stateOf(alsoOld.uuid)).toBe("canceled");
    expect(await stateOf(fresh.uuid)).toBe("queued");
    expect(await stateOf(prepared.uuid)).toBe("queued");
    const events = await test.everything
      .selectFrom("timeline_events")
      .selectAll()
      .where("run_id", "=", old.id)
      .execute();
    expect(events).toMatchObject(
      ["call_ended", "outcome"].map((kind) => ({ kind, organization_id: tenant.organizationId })),
    );
  });

  it("cancels nothing while nobody can say whether a workflow is there", async () => {
    const created_at = new Date(Date.now() - 120_000);
    const old = await createRunRow(test, agent, { called_number: NUMBER, created_at });
    await expect(cancelAbandonedRuns(cutOff.dependencies)).rejects.toThrow();
    expect(await stateOf(old.uuid)).toBe("queued");
  });
});
