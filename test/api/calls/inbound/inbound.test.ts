import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { getRunOperation } from "../../../../api/calls/calls.operations.ts";
import { listMissedCallsOperation } from "../../../../api/numbers/missed-calls.operations.ts";
import { updatePhoneNumberOperation } from "../../../../api/numbers/phone-numbers.operations.ts";
import { callRunContract } from "../../../../workflows/call-run/call-run.contract.ts";
import { publishVersions } from "../../../factories/agents.ts";
import { describeInboundCall, tellOfInboundCall } from "../../../factories/inbound-calls.ts";
import { recordHistory } from "../../../harness/record-history.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import {
  heardOn,
  openTalkingOrganization,
  type RunRow,
  type TalkingOrganization,
  untilOver,
  wordsOf,
} from "../../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "../calling-platform.ts";

const CALLER = "+14155550143";
let platform: CallingPlatform;
let organization: TalkingOrganization;
let number: string;
let count = 0;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 30, defaults: { outcomes: ["answered"], ring_seconds: 1 } });
});
afterAll(() => platform.close());

beforeEach(async () => {
  organization = await openTalkingOrganization(platform);
  number = `+1202555${String(1000 + (count += 1))}`;
});

const addNumber = (values: { inbound_agent_id?: number | null; is_active?: boolean } = {}) =>
  platform.test.everything
    .insertInto("phone_numbers")
    .values({
      organization_id: organization.organizationId,
      telephony_configuration_id: organization.simulatorAccountId,
      address: number,
      address_normalized: number,
      address_type: "pstn",
      inbound_agent_id: organization.agentId,
      ...values,
    })
    .execute();

/** Somebody calls the number; returns the carrier's id of the call. */
const callIn = async (talk: readonly object[], from: string | null = CALLER): Promise<string> => {
  const answer = await platform.simulator.ask("POST", "/v1/inbound", {
    to: number,
    from,
    talk,
    inbound_url: `${platform.api.baseUrl}/api/v1/telephony/inbound/simulator`,
    status_url: `${platform.api.baseUrl}/api/v1/telephony/inbound/simulator/${organization.organizationId}/${organization.simulatorAccountId}/status`,
  });
  const call: { id: string } = JSON.parse(await answer.text());
  return call.id;
};

const runOf = (carrierCallId: string): Promise<RunRow> =>
  waitUntil("the call has a run", () =>
    platform.test.everything
      .selectFrom("call_runs")
      .selectAll()
      .where("carrier_call_id", "=", carrierCallId)
      .executeTakeFirst(),
  );

const missed = async (query: object = {}) =>
  (await platform.api.client({ token: organization.viewer.token }).call(listMissedCallsOperation, { query })).body;

const untilMissed = () =>
  waitUntil("the call is missed", async () => {
    const { missed_calls } = await missed();
    return missed_calls.length > 0 ? missed_calls : undefined;
  });

const announcement = (carrierCallId: string) =>
  describeInboundCall(carrierCallId, { account: organization.account, to: number, from: CALLER });

const announce = (body: object, key?: string) =>
  tellOfInboundCall(platform.api.baseUrl, body, { ...(key !== undefined && { key }) });

const tellStatus = (body: object) =>
  tellOfInboundCall(platform.api.baseUrl, body, {
    path: `/${organization.organizationId}/${organization.simulatorAccountId}/status`,
  });

/** Records the history when its workflow has nothing left to do. */
const record = async ({ organization_id: organizationId, uuid: runUuid }: RunRow): Promise<void> => {
  if (!process.env["RECORD_HISTORIES"]) return;
  const { temporal } = platform.api.dependencies;
  const workflowId = callRunContract.workflowId({ organizationId, runUuid });
  await temporal.workflow.getHandle(workflowId).result();
  await recordHistory({ client: temporal }, workflowId, "call-run-played-inbound");
};

describe("a call that comes in", () => {
  it("is talked on by the number's agent, in a run of its own", async () => {
    await addNumber();
    const id = await callIn([{ says: "I want to book an appointment" }]);
    const { id: runId, uuid } = await runOf(id);
    const run = await untilOver(platform, runId);
    expect(run).toMatchObject({
      direction: "inbound",
      outcome: "answered",
      agent_id: organization.agentId,
      caller_number: CALLER,
      called_number: number,
      holds_conversation: true,
    });
    expect(await wordsOf(platform, runId)).toContain("person: I want to book an appointment");
    expect((await heardOn(platform, id)).join("\n")).toContain("Which day suits you?");
    const { events } = await platform.api.dependencies.temporal.workflow
      .getHandle(callRunContract.workflowId({ organizationId: run.organization_id, runUuid: uuid }))
      .fetchHistory();
    const names = (events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    );
    expect(names).not.toContain("placeCall");
    expect((await missed()).missed_calls).toEqual([]);
    await record(run);
  });

  it("is talked on turn by turn where the account asks for it", async () => {
    organization = await openTalkingOrganization(platform, { account: { turn_by_turn: true } });
    await addNumber();
    const id = await callIn([{ says: "I want to book an appointment" }, { says: "Monday, and that is finished" }]);
    const run = await untilOver(platform, (await runOf(id)).id);
    const heard = await heardOn(platform, id);
    expect(heard).toContain("person said: Monday, and that is finished");
    expect(heard.at(-1)).toBe("agent hung_up");
    expect(run).toMatchObject({ outcome: "answered", direction: "inbound" });
  });

  it("makes one run, however often it is announced", async () => {
    await addNumber();
    const body = announcement("sim_twice");
    const answers = await Promise.all([announce(body), announce(body), announce(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await announce(body)).status).toBe(200);
    const runs = await platform.test.everything
      .selectFrom("call_runs")
      .select("id")
      .where("carrier_call_id", "=", "sim_twice")
      .execute();
    expect(runs).toHaveLength(1);
  });

  it("is taken by the same version of the agent each time the person calls, and people have both of two", async () => {
    await addNumber();
    const { id: numberId } = await platform.test.everything
      .selectFrom("phone_numbers")
      .select("id")
      .where("address_normalized", "=", number)
      .executeTakeFirstOrThrow();
    const ids = await publishVersions(platform.test, { agentId: organization.agentId, count: 2 });
    const params = { config_id: organization.simulatorAccountId, phone_number_id: numberId };
    const admin = platform.api.client({ token: organization.owner.token });
    const change = (body: object) => admin.call(updatePhoneNumberOperation, { params, body });
    const versions = [1, 2].map((version) => ({ version, weight: 1 }));
    const { body: changed } = await change({ versions });
    expect(changed.versions).toEqual(
      versions.map((each, at) => ({ ...each, definition_id: ids[at], share: 0.5, stopped: null })),
    );
    const ring = async (caller: number, time: number) => {
      const id = `sim_${number}_${caller}_${time}`;
      const from = `+1415555${1000 + caller}`;
      await announce(describeInboundCall(id, { account: organization.account, to: number, from }));
      return (await runOf(id)).agent_version_id;
    };
    const callers = Array.from({ length: 12 }, (_, at) => at);
    const first: number[] = [];
    const second: number[] = [];
    for (const caller of callers) first.push(await ring(caller, 1));
    for (const caller of callers) second.push(await ring(caller, 2));
    expect(second).toEqual(first);
    expect(new Set(first)).toEqual(new Set(ids));
    const only = { versions: [{ version: 2, weight: 1 }] };
    await change(only);
    expect(await ring(0, 3)).toBe(ids[1]);
    const refused = await admin.refused(updatePhoneNumberOperation, {
      params,
      body: { ...only, clear_versions: true },
    });
    expect(refused.status).toBe(422);
    expect((await change({ clear_inbound_workflow: true })).body.versions).toBeNull();
  });

  it("is refused when its announcement is forged, and leaves nothing", async () => {
    await addNumber();
    expect((await announce(announcement("sim_forged"), "another key")).status).toBe(403);
    expect((await missed()).missed_calls).toEqual([]);
  });

  it("does not reach another organization that has the same number", async () => {
    await addNumber();
    const other = {
      ...announcement("sim_other"),
      call: { ...announcement("sim_other").call, account: "somebody else" },
    };
    expect((await announce(other)).status).toBe(403);
  });

  it("is taken from somebody on the do-not-call list: they have called", async () => {
    await addNumber();
    await platform.test.everything
      .insertInto("do_not_call")
      .values({ organization_id: organization.organizationId, phone_number: CALLER, source: "manual" })
      .execute();
    const id = await callIn([{ says: "Hello" }]);
    expect(await untilOver(platform, (await runOf(id)).id)).toMatchObject({ outcome: "answered" });
  });
});

describe("a call that nobody takes", () => {
  it.each([
    ["has no agent", { inbound_agent_id: null }, "no_agent"],
    ["is not active", { is_active: false }, "inactive_number"],
  ] as const)("because the number %s is refused politely and kept", async (_name, values, reason) => {
    await addNumber(values);
    const id = await callIn([]);
    expect(await untilMissed()).toEqual([
      expect.objectContaining({ caller_number: CALLER, called_number: number, reason, called_back_run_id: null }),
    ]);
    const runs = await platform.test.everything
      .selectFrom("call_runs")
      .select("id")
      .where("carrier_call_id", "=", id)
      .execute();
    expect(runs).toEqual([]);
  });

  it("because every line is taken is told so", async () => {
    await addNumber();
    await platform.test.everything
      .updateTable("telephony_configurations")
      .set({ concurrent_call_limit: 1 })
      .where("id", "=", organization.simulatorAccountId)
      .execute();
    expect((await announce(announcement("sim_first"))).status).toBe(200);
    const second = await announce(announcement("sim_second"));
    expect(await second.json()).toMatchObject({ next: { kind: "hang_up" }, say: [expect.stringContaining("busy")] });
    expect((await missed()).missed_calls).toEqual([expect.objectContaining({ reason: "out_of_concurrency" })]);
    const again = await announce(announcement("sim_second"));
    expect(await again.json()).toMatchObject({ say: [expect.stringContaining("busy")] });
    expect((await missed()).missed_calls).toHaveLength(1);
  });

  it("is none while calls of sandbox keys alone have the lines", async () => {
    await addNumber();
    const { everything } = platform.test;
    const limit = { concurrent_call_limit: 1 };
    const { organizationId, simulatorAccountId } = organization;
    await everything.updateTable("telephony_configurations").set(limit).where("id", "=", simulatorAccountId).execute();
    await everything.updateTable("organizations").set(limit).where("id", "=", organizationId).execute();
    expect((await announce(announcement("sim_sandboxed"))).status).toBe(200);
    await everything
      .updateTable("call_runs")
      .set({ environment: "sandbox" })
      .where("inbound_call_id", "=", "sim_sandboxed")
      .where("organization_id", "=", organizationId)
      .execute();
    const real = await announce(announcement("sim_real"));
    expect(await real.json()).not.toMatchObject({ say: [expect.stringContaining("busy")] });
    expect((await missed()).missed_calls).toEqual([]);
  });

  it("because the caller hung up first is kept, once", async () => {
    await addNumber();
    await announce(announcement("sim_gone"));
    const { id: runId } = await runOf("sim_gone");
    const end = {
      event_id: "sim_gone.completed",
      type: "completed",
      occurred_at: new Date().toISOString(),
      call: {
        ...announcement("sim_gone").call,
        state: "completed",
        outcome: "canceled",
        ended_at: new Date().toISOString(),
        talk_seconds: 0,
        cost_minor: 0,
        currency: "USD",
      },
    };
    for (const _ of [1, 2]) expect((await tellStatus(end)).status).toBe(204);
    expect(await untilOver(platform, runId)).toMatchObject({ outcome: "canceled", holds_conversation: false });
    expect((await missed()).missed_calls).toEqual([
      expect.objectContaining({ reason: "caller_hung_up", run_id: runId, caller_number: CALLER }),
    ]);
  });

  it("is linked with the call back, in both directions", async () => {
    await addNumber({ inbound_agent_id: null });
    await callIn([]);
    await untilMissed();
    const runId = await organization.call({ talk: [{ says: "Hello" }] }, CALLER);
    await untilOver(platform, runId);
    const { missed_calls } = await missed();
    expect(missed_calls).toEqual([
      expect.objectContaining({ called_back_run_id: runId, called_back_at: expect.any(String) }),
    ]);
    const { body } = await platform.api.client({ token: organization.viewer.token }).call(getRunOperation, {
      params: { workflow_id: organization.agentId, run_id: runId },
    });
    expect(body.logs).toMatchObject({ called_back: [missed_calls[0]?.id] });
  });

  it("is listed page by page, from an instant on", async () => {
    await addNumber({ inbound_agent_id: null });
    for (const name of ["a", "b", "c"]) await announce(announcement(`sim_${name}_${number}`));
    const first = await missed({ limit: 2 });
    expect(first.missed_calls).toHaveLength(2);
    const second = await missed({ limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ missed_calls: [expect.anything()], next_cursor: null });
    const ids = [...first.missed_calls, ...second.missed_calls].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const later = await missed({ since: new Date(Date.now() + 60_000).toISOString() });
    expect(later.missed_calls).toEqual([]);
    const refused = await platform.api
      .client({ token: organization.viewer.token })
      .refused(listMissedCallsOperation, { query: { cursor: "nonsense" } });
    expect(refused.status).toBe(422);
  });
});
