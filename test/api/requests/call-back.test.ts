import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { callBack } from "../../../activities/request/place-call-back.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { decideOperation } from "../../../api/requests/requests.operations.ts";
import type { RequestRow } from "../../../infra/postgres/request/request.entity.ts";
import { callRunContract } from "../../../workflows/call-run/call-run.contract.ts";
import { requestContract } from "../../../workflows/request/request.contract.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "../calls/calling-platform.ts";
import {
  openTalkingOrganization,
  type RunRow,
  runRow,
  type TalkingOrganization,
  untilOver,
  wordsOf,
} from "../conversations/talking-organization.ts";

const QUESTION = "May I give ten percent?";
const SCRIPT = [
  { when: "your colleagues answered: yes", say: "You get ten percent." },
  { when: "discount", call: { name: "ask_people", arguments: { question: QUESTION, follow_up: "call_back" } } },
];

let platform: CallingPlatform;
let organization: TalkingOrganization;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 60, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
});
afterAll(() => platform.close());
beforeEach(async () => {
  const definition = receptionDefinition({ start: { ask_people: true } });
  organization = await openTalkingOrganization(platform, { definition, script: SCRIPT });
});

const owner = () => platform.api.client({ token: organization.owner.token });
const requestOf = (runId: number): Promise<RequestRow> =>
  platform.test.everything.selectFrom("requests").selectAll().where("run_id", "=", runId).executeTakeFirstOrThrow();

/** Somebody asks for what the agent must not decide, and hangs up before anybody has answered. */
const askedCall = async (): Promise<{ run: RunRow; request: RequestRow }> => {
  const runId = await organization.call({ talk: [{ says: "Do I get a discount?" }, { hangs_up: true }] });
  const run = await untilOver(platform, runId);
  return { run, request: await requestOf(runId) };
};

it("an answer that comes after the call is brought by another call to the same person, once", async () => {
  const { run, request } = await askedCall();
  expect(request).toMatchObject({ follow_up: "call_back", call_back_run_id: null });
  await platform.simulator.writeScript(
    {
      speed: 60,
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk: [{ says: "Hello?" }, { hangs_up: true }] },
    },
    `?account=${organization.account}`,
  );
  await owner().call(decideOperation, { body: { event_id: request.event_id, text: "yes" } });
  const told = await waitUntil("the person was told", async () => {
    const row = await requestOf(run.id);
    return row.told_at === null ? undefined : row;
  });
  const back = await untilOver(platform, told.call_back_run_id ?? 0);
  expect(back).toMatchObject({
    called_number: run.called_number,
    agent_id: run.agent_id,
    environment: run.environment,
  });
  expect(await wordsOf(platform, back.id)).toContain("agent: You get ten percent.");
  await waitUntil("it is finished", async () => (await requestOf(run.id)).finished_at);
  const calls = (await platform.simulator.record()).filter(({ idempotency_key: key }) =>
    [run.uuid, back.uuid].includes(key ?? ""),
  );
  expect(calls).toHaveLength(2);
  const runs = platform.test.everything.selectFrom("call_runs").select("id");
  expect(await runs.where("organization_id", "=", organization.organizationId).execute()).toHaveLength(2);
});

it.each([
  {
    who: "somebody on the do-not-call list",
    outcome: "blocked_dnc",
    block: (number: string) => owner().call(addDoNotCallOperation, { body: { phone_numbers: [number] } }),
  },
  {
    who: "somebody in a country that is not allowed any more",
    outcome: "blocked_number_kind",
    block: () => owner().call(updatePreferencesOperation, { body: { allowed_countries: ["DE"] } }),
  },
])("$who is not called back, and the team is told that they wait", async ({ outcome, block }) => {
  const { run, request } = await askedCall();
  await block(run.called_number ?? "");
  await owner().call(decideOperation, { body: { event_id: request.event_id, text: "yes" } });
  await waitUntil("it is finished", async () => (await requestOf(run.id)).finished_at);
  const { call_back_run_id: backId } = await requestOf(run.id);
  expect(await runRow(platform, backId ?? 0)).toMatchObject({ state: "blocked", outcome, carrier_requested_at: null });
  const { body } = await owner().call(readTimelineOperation, { query: { kinds: "message" } });
  expect(body.events.filter(({ payload }) => payload["event_id"] === request.event_id)).toMatchObject([
    { summary: `The person could not be called back (${outcome}); they were promised a call about: ${QUESTION}` },
  ]);
});

/** Returns the call back of an answer that came while the organization had no free line, which it waits for. */
const waitingCallBack = async (request: RequestRow): Promise<RunRow> => {
  const { organizationId } = organization;
  await takeTheOnlyLine(await runRow(platform, request.run_id ?? 0));
  await owner().call(decideOperation, { body: { event_id: request.event_id, text: "yes" } });
  const made = await waitUntil("the person is to be called back", async () => {
    const { call_back_run_id: id } = await requestOf(request.run_id ?? 0);
    return id === null ? undefined : await runRow(platform, id);
  });
  const workflowId = callRunContract.workflowId({ organizationId, runUuid: made.uuid });
  const handle = platform.api.dependencies.temporal.workflow.getHandle(workflowId);
  await waitUntil("no line was free twice", async () => {
    const { events } = await handle.fetchHistory().catch(() => ({ events: [] }));
    return (events ?? []).filter(({ timerStartedEventAttributes: timer }) => timer).length >= 2;
  });
  expect(await runRow(platform, made.id)).toMatchObject({ state: "queued", carrier_requested_at: null });
  return made;
};
const takeTheOnlyLine = async (run: RunRow): Promise<void> => {
  await allowCalls(1);
  await platform.test.everything
    .insertInto("call_runs")
    .values({
      ...lineOf(run),
      uuid: randomUUID(),
      name: "talks",
      state: "in_progress",
      carrier_requested_at: new Date(),
    })
    .execute();
};
const allowCalls = (concurrent_call_limit: number) =>
  platform.test.everything
    .updateTable("organizations")
    .set({ concurrent_call_limit })
    .where("id", "=", organization.organizationId)
    .execute();
const lineOf = (run: RunRow) => ({
  organization_id: run.organization_id,
  agent_id: run.agent_id,
  agent_version_id: run.agent_version_id,
  telephony_configuration_id: run.telephony_configuration_id,
  environment: run.environment,
  mode: run.mode,
  caller_number: run.caller_number,
  called_number: run.called_number,
});

it("a call back that finds no free line waits for one, and is made then", async () => {
  const { run, request } = await askedCall();
  const made = await waitingCallBack(request);
  await platform.simulator.writeScript(
    {
      speed: 60,
      defaults: { outcomes: ["answered"], ring_seconds: 1, talk: [{ says: "Hello?" }, { hangs_up: true }] },
    },
    `?account=${organization.account}`,
  );
  await allowCalls(5);
  await waitUntil("the person was told", async () => (await requestOf(run.id)).told_at);
  await untilOver(platform, made.id);
  expect(await wordsOf(platform, made.id)).toContain("agent: You get ten percent.");
});

it("a call back that finds no free line in time is not made, and the team is told that the person waits", async () => {
  const { run, request } = await askedCall();
  const made = await waitingCallBack(request);
  await platform.test.everything
    .updateTable("call_runs")
    .set({ dial_by: new Date(Date.now() - 60_000) })
    .where("id", "=", made.id)
    .execute();
  await waitUntil("it is finished", async () => (await requestOf(run.id)).finished_at);
  expect(await runRow(platform, made.id)).toMatchObject({ state: "canceled", end_reason: "not_in_time" });
  const { body } = await owner().call(readTimelineOperation, { query: { kinds: "message" } });
  expect(body.events.filter(({ payload }) => payload["event_id"] === request.event_id)).toMatchObject([
    { summary: `The person could not be called back (canceled); they were promised a call about: ${QUESTION}` },
  ]);
});

/** The carrier throttles the requests for this number from now on, and each call of the simulator is answered. */
const throttle = (times: number) =>
  platform.simulator.writeScript(
    {
      speed: 60,
      defaults: {
        outcomes: ["answered"],
        ring_seconds: 1,
        talk: [{ says: "Hello?" }, { hangs_up: true }],
        misbehaviours: { throttled_times: times, retry_after_seconds: 1 },
      },
    },
    `?account=${organization.account}`,
  );
/** Looks after the call back as the request's workflow does every quarter of a minute. */
const lookAgain = async (run: RunRow): Promise<void> => {
  const request = await requestOf(run.id);
  if (request.state === "settled") await callBack(platform.api.dependencies, { request, run });
};
const runsOf = () =>
  platform.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("organization_id", "=", organization.organizationId)
    .orderBy("id")
    .execute();

it("a call back that the carrier throttles is made by another call, within the same time", async () => {
  const { run, request } = await askedCall();
  // The first request for the number was the call in which the person asked.
  await throttle(2);
  await owner().call(decideOperation, { body: { event_id: request.event_id, text: "yes" } });
  await waitUntil("the person was told", async () => {
    await lookAgain(run);
    return (await requestOf(run.id)).told_at;
  });
  const [, ...made] = await runsOf();
  const back = made.at(-1);
  const throttled = made.slice(0, -1);
  expect(throttled.map(({ state, end_reason }) => [state, end_reason])).toContainEqual(["canceled", "throttled"]);
  for (const each of throttled) expect(each).toMatchObject({ end_reason: "throttled", dial_by: back?.dial_by });
  expect((await requestOf(run.id)).call_back_run_id).toBe(back?.id);
  await untilOver(platform, back?.id ?? 0);
  expect(await wordsOf(platform, back?.id ?? 0)).toContain("agent: You get ten percent.");
  const { body } = await owner().call(readTimelineOperation, { query: { kinds: "system" } });
  expect(body.events.filter(({ payload }) => payload["event_id"] === request.event_id)).toHaveLength(1);
});

it("a call back that the carrier throttles until its time has passed is a message to the team", async () => {
  const { run, request } = await askedCall();
  await throttle(1000);
  await owner().call(decideOperation, { body: { event_id: request.event_id, text: "yes" } });
  await waitUntil("it was throttled", async () => (await runsOf()).find((each) => each.end_reason === "throttled"));
  const past = new Date(Date.now() - 60_000);
  await waitUntil("it is finished", async () => {
    await platform.test.everything
      .updateTable("call_runs")
      .set({ dial_by: past })
      .where("organization_id", "=", organization.organizationId)
      .execute();
    await lookAgain(run);
    return (await requestOf(run.id)).finished_at;
  });
  expect((await runsOf()).at(-1)).toMatchObject({ state: "canceled", end_reason: "not_in_time" });
  const { body } = await owner().call(readTimelineOperation, { query: { kinds: "message" } });
  expect(body.events.filter(({ payload }) => payload["event_id"] === request.event_id)).toMatchObject([
    { summary: `The person could not be called back (canceled); they were promised a call about: ${QUESTION}` },
  ]);
});

/** Its row as it is when the answer was taken back, and what takes it back was carried out. */
const takenBack = (request: RequestRow, columns: Partial<Pick<RequestRow, "call_back_run_id">> = {}) => {
  const at = new Date();
  const settled = { state: "settled", decision: "answered", answer: { text: "yes" }, settled_by: "user:1" } as const;
  return platform.test.everything
    .updateTable("requests")
    .set({ ...settled, settled_at: at, undone_by: "user:1", undone_at: at, undo_carried_out_at: at, ...columns })
    .where("id", "=", request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

it("an answer that is taken back before the person is called back calls nobody", async () => {
  const { run, request } = await askedCall();
  const stale = { ...(await takenBack(request)), undone_at: null };
  expect(await callBack(platform.api.dependencies, { request: stale, run })).toBe(false);
  expect((await requestOf(run.id)).call_back_run_id).toBeNull();
});

it("an answer that is taken back while the call back is queued has it canceled before it is dialled", async () => {
  const { run, request } = await askedCall();
  const queued = await platform.test.everything
    .insertInto("call_runs")
    .values({ ...lineOf(run), uuid: randomUUID(), name: "CB-queued" })
    .returningAll()
    .executeTakeFirstOrThrow();
  await takenBack(request, { call_back_run_id: queued.id });
  const { organizationId } = organization;
  const workflowId = requestContract.workflowId({ organizationId, requestId: request.id });
  await platform.api.dependencies.temporal.workflow.getHandle(workflowId).signal("look");
  await waitUntil("it is finished", async () => (await requestOf(run.id)).finished_at);
  expect(await runRow(platform, queued.id)).toMatchObject({ state: "canceled", carrier_requested_at: null });
  const keys = (await platform.simulator.record()).map(({ idempotency_key: key }) => key);
  expect(keys).not.toContain(queued.uuid);
});
