import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  createRunOperation,
  getRunOperation,
  hangUpRunOperation,
  startCallByWorkflowOperation,
} from "../../../api/calls/calls.operations.ts";
import { createTextSessionOperation } from "../../../api/conversations/text/text-sessions.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

const NEVER_ENDS = "+14155550103";
const BUSY = "+14155550102";

let platform: CallingPlatform;
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; workflowUuid: string };

beforeAll(async () => {
  platform = await startCallingPlatform({
    // A day of talking is fifteen minutes.
    speed: 100,
    defaults: { outcomes: ["answered"], ring_seconds: 2, talk_seconds: 86_400 },
    rules: [{ match: `^\\${BUSY}$`, outcomes: ["busy"] }],
  });
});
afterAll(() => platform.close());

beforeEach(async () => {
  tenant = await createTenant(platform.test);
  operator = platform.api.client(tenant.operator);
  agent = await createAgentRows(platform.test, tenant, { configurations: { max_call_duration: 86_400 } });
});

const paramsOf = (run_id: number) => ({ workflow_id: agent.agentId, run_id });
const start = async (phone_number: string) =>
  (
    await operator.call(startCallByWorkflowOperation, {
      params: { workflow_uuid: agent.workflowUuid },
      body: { phone_number },
    })
  ).body.workflow_run_id;
const inState = (runId: number, ...states: string[]) =>
  waitUntil(`run ${runId} is ${states.join(" or ")}`, async () => {
    const { body } = await operator.call(getRunOperation, { params: paramsOf(runId) });
    return states.includes(body.state) ? body : null;
  });
const hangUp = (runId: number, options = {}) => operator.call(hangUpRunOperation, { params: paramsOf(runId) }, options);
const createRun = async (mode: string) =>
  (await operator.call(createRunOperation, { params: { workflow_id: agent.agentId }, body: { mode, name: "A run" } }))
    .body.id;

describe("hanging up", () => {
  it("ends a call that would go on, at its carrier, and says who asked", async () => {
    const runId = await start(NEVER_ENDS);
    await inState(runId, "in_progress");
    expect((await hangUp(runId)).body).toMatchObject({ id: runId });
    const run = await inState(runId, "completed");
    expect(run.duration_seconds).toBeLessThan(86_400);
    const calls = await platform.simulator.record();
    expect(calls.filter(({ idempotency_key }) => idempotency_key === run.uuid)).toHaveLength(1);
    const events = await platform.test.everything
      .selectFrom("timeline_events")
      .select(["kind", "actor", "summary"])
      .where("run_id", "=", runId)
      .where("kind", "=", "system")
      .execute();
    expect(events).toEqual([
      { kind: "system", actor: `user:${tenant.operator.userId}`, summary: expect.stringContaining("asked to end") },
    ]);
  });

  it("has one answer for one Idempotency-Key, and is 409 once the call is over", async () => {
    const runId = await start(NEVER_ENDS);
    await inState(runId, "in_progress");
    const once = { idempotencyKey: `end ${runId}` };
    const first = await hangUp(runId, once);
    await inState(runId, "completed");
    expect((await hangUp(runId, once)).body).toEqual(first.body);
    const refusal = await operator.refused(hangUpRunOperation, { params: paramsOf(runId) });
    expect(refusal).toMatchObject({ status: 409, code: "workflow_run_over" });
    expect(refusal.detail).toContain("completed");
  });

  it("is 409 for a call that ended by itself", async () => {
    const runId = await start(BUSY);
    await inState(runId, "completed");
    expect(await operator.refused(hangUpRunOperation, { params: paramsOf(runId) })).toMatchObject({ status: 409 });
  });

  it.each(["simulator", "textchat", "smallwebrtc"])("cancels a %s run that nobody has begun", async (mode) => {
    const runId = await createRun(mode);
    expect((await hangUp(runId)).body).toMatchObject({ state: "canceled", is_completed: true, outcome: "canceled" });
    expect(await operator.refused(hangUpRunOperation, { params: paramsOf(runId) })).toMatchObject({ status: 409 });
  });

  it("ends a session in text", async () => {
    const params = { workflow_id: agent.agentId };
    const session = await operator.call(createTextSessionOperation, { params, body: {} });
    await hangUp(session.body.workflow_run_id);
    const run = await inState(session.body.workflow_run_id, "completed");
    expect(run.end_reason).toBe("ended_by_request");
  });

  it("says to wait where a call has lost its workflow", async () => {
    const runId = await createRun("simulator");
    const { everything } = platform.test;
    await everything.updateTable("call_runs").set({ state: "in_progress" }).where("id", "=", runId).execute();
    const refusal = await operator.refused(hangUpRunOperation, { params: paramsOf(runId) });
    expect(refusal).toMatchObject({ status: 503, detail: expect.stringContaining("in a minute") });
  });

  it("is for operators, and for runs of this agent", async () => {
    const runId = await createRun("simulator");
    const viewer = platform.api.client(tenant.viewer);
    expect(await viewer.refused(hangUpRunOperation, { params: paramsOf(runId) })).toMatchObject({ status: 403 });
    const other = await createAgentRows(platform.test, tenant);
    const params = { workflow_id: other.agentId, run_id: runId };
    expect(await operator.refused(hangUpRunOperation, { params })).toMatchObject({ status: 404 });
  });
});
