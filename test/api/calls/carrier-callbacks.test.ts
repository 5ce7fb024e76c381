import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Client } from "@temporalio/client";
import { sql } from "kysely";
import { getRunOperation, startCallByWorkflowOperation } from "../../../api/calls/calls.operations.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { signRequest } from "../../../infra/telephony/simulator/simulator.signature.ts";
import { signTwilioRequest } from "../../../infra/telephony/twilio/twilio.signature.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow } from "../../factories/calls.ts";
import { createCampaign, createContactListRows, fillCampaign, someContacts } from "../../factories/campaigns.ts";
import { createTwilioConfiguration, TWILIO_CREDENTIALS } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { readMetric } from "../../harness/exposition.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { SIMULATOR_SIGNING_KEY } from "../../harness/test-simulator.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import { impatientClient, NO_TEMPORAL } from "./impatient-client.ts";

const NUMBER = "+14155550101";
const ALL_TWICE = "+14155550102";
const OUT_OF_ORDER = "+14155550103";
const NEVER_ENDS = "+14155550104";

type RunRow = CallRun;

let platform: CallingPlatform;
/** The same platform without Temporal. */
let cutOff: TestApi;
let lostTemporal: Client;
let tenant: Tenant;
let agent: { organizationId: number; agentId: number; versionId: number; workflowUuid: string };
let run: RunRow;

beforeAll(async () => {
  platform = await startCallingPlatform({
    // A day of talking is fifteen minutes.
    speed: 100,
    defaults: { outcomes: ["answered"], ring_seconds: 5, talk_seconds: 20 },
    rules: [
      { match: `^\\${ALL_TWICE}$`, misbehaviours: { callback_duplicated: 1 } },
      { match: `^\\${OUT_OF_ORDER}$`, misbehaviours: { callback_reordered: 1 } },
      { match: `^\\${NEVER_ENDS}$`, talk_seconds: 86_400 },
    ],
  });
  lostTemporal = await impatientClient(platform.api, { address: NO_TEMPORAL });
  cutOff = await startTestApi(platform.test, { dependencies: { temporal: lostTemporal } });
});
afterAll(async () => {
  await cutOff.close();
  await lostTemporal.connection.close();
  await platform.close();
});

beforeEach(async () => {
  tenant = await createTenant(platform.test);
  const configurations = { max_call_duration: 86_400 };
  agent = {
    organizationId: tenant.organizationId,
    ...(await createAgentRows(platform.test, tenant, { configurations })),
  };
  run = await createRunRow(platform.test, agent, {
    telephony_configuration_id: tenant.simulatorAccountId,
    provider: "simulator",
    called_number: NUMBER,
    state: "dialing",
    carrier_requested_at: new Date(),
    initial_context: { name: "Ada" },
  });
});

const READINGS = {
  ringing: { state: "ringing", outcome: null },
  answered: { state: "in_progress", outcome: null },
  completed: { state: "completed", outcome: "answered" },
} as const;

const eventBody = (type: keyof typeof READINGS, call: object = {}) => ({
  event_id: `sim_1.${type}`,
  type,
  occurred_at: new Date().toISOString(),
  call: {
    id: "sim_1",
    idempotency_key: run.uuid,
    account: "",
    to: NUMBER,
    from: "",
    attempt: 1,
    answered_by: type === "ringing" ? null : "human",
    opted_out: false,
    started_at: "2026-01-02T03:04:05.000Z",
    answered_at: type === "ringing" ? null : "2026-01-02T03:04:10.000Z",
    ended_at: type === "completed" ? "2026-01-02T03:04:40.000Z" : null,
    talk_seconds: type === "completed" ? 30 : null,
    cost_minor: type === "completed" ? 1 : null,
    currency: "USD",
    sandbox: false,
    hung_up: false,
    hung_up_by: null,
    direction: "outbound",
    ...READINGS[type],
    ...call,
  },
});

const pathOf = (
  what: "status" | "answer",
  address: { provider?: string; organization?: number | string; uuid?: string } = {},
) => {
  const { provider = "simulator", organization = tenant.organizationId, uuid = run.uuid } = address;
  return `/api/v1/telephony/callbacks/${provider}/${organization}/${uuid}/${what}`;
};

interface PostOptions {
  path?: string;
  /** The signed address, when it is another one. */
  signedPath?: string;
  api?: TestApi;
  timestamp?: number;
}

const post = (body: object, options: PostOptions = {}) => {
  const { path = pathOf("status"), api = platform.api, timestamp = Math.floor(Date.now() / 1000) } = options;
  const text = JSON.stringify(body);
  const url = `${api.baseUrl}${options.signedPath ?? path}`;
  const headers = {
    "content-type": "application/json",
    "x-simulator-timestamp": String(timestamp),
    "x-simulator-signature": signRequest(SIMULATOR_SIGNING_KEY, { timestamp: String(timestamp), url, body: text }),
  };
  return fetch(`${api.baseUrl}${path}`, { method: "POST", headers, body: text });
};

const rowOf = (uuid: string) =>
  platform.test.everything.selectFrom("call_runs").selectAll().where("uuid", "=", uuid).executeTakeFirstOrThrow();
const eventsOf = (runId: number) =>
  platform.test.everything.selectFrom("carrier_events").selectAll().where("run_id", "=", runId).execute();
const timelineOf = (runId: number) =>
  platform.test.everything
    .selectFrom("timeline_events")
    .select("kind")
    .where("run_id", "=", runId)
    .orderBy("id")
    .execute();

describe("a genuine callback", () => {
  it("moves the call forward and is kept", async () => {
    expect((await post(eventBody("ringing"))).status).toBe(204);
    expect(await rowOf(run.uuid)).toMatchObject({ state: "ringing", carrier_call_id: "sim_1" });
    expect((await post(eventBody("answered"))).status).toBe(204);
    expect(await rowOf(run.uuid)).toMatchObject({ state: "in_progress", answered_by: "person" });
    expect(await eventsOf(run.id)).toHaveLength(2);
  });

  it("changes nothing when it comes again, late, or after the end", async () => {
    await post(eventBody("answered"));
    const before = await rowOf(run.uuid);
    for (const type of ["answered", "ringing", "answered", "ringing"] as const) {
      expect((await post(eventBody(type))).status).toBe(204);
    }
    expect(await rowOf(run.uuid)).toEqual(before);
    expect(await timelineOf(run.id)).toEqual([{ kind: "call_started" }]);

    const over = { state: "completed", outcome: "answered" } as const;
    await platform.test.everything.updateTable("call_runs").set(over).where("id", "=", run.id).execute();
    const settled = await rowOf(run.uuid);
    expect((await post(eventBody("completed", { outcome: "busy" }))).status).toBe(204);
    expect(await rowOf(run.uuid)).toEqual(settled);
  });

  it("is taken when the workflow is over", async () => {
    expect((await post(eventBody("completed"))).status).toBe(204);
  });
});

describe("callbacks that come at the same time", () => {
  const newRun = (values: Partial<RunRow> = {}) =>
    createRunRow(platform.test, agent, {
      telephony_configuration_id: tenant.simulatorAccountId,
      provider: "simulator",
      state: "dialing",
      carrier_requested_at: new Date(),
      ...values,
    });

  /** Creates two contacts of a campaign whose calls the carrier has, which has not answered for them yet. */
  const contactRuns = async () => {
    const client = platform.api.client(tenant.operator);
    const list = await createContactListRows(platform.test, tenant, someContacts(2));
    const { id } = await createCampaign(client, { workflow_id: agent.agentId, contact_list_id: list });
    await fillCampaign(platform.test, { id, ...agent, state: "running" }, { contacts: [{}, {}] });
    const contacts = await platform.test.everything
      .selectFrom("campaign_contacts")
      .select("id")
      .where("campaign_id", "=", id)
      .execute();
    const runs = contacts.map((contact) => newRun({ campaign_id: id, campaign_contact_id: contact.id }));
    return { campaignId: id, runs: await Promise.all(runs) };
  };

  const figuresOf = (campaignId: number) =>
    platform.test.everything
      .selectFrom("campaign_figures")
      .select(["attempts", "dialled"])
      .where("campaign_id", "=", campaignId)
      .executeTakeFirstOrThrow();

  it("are each kept once, whatever comes beside them", async () => {
    const { campaignId, runs: ofContacts } = await contactRuns();
    const runs = [run, await newRun(), await newRun(), ...ofContacts];
    const bodyOf = (type: "ringing" | "answered", { uuid }: RunRow) => ({
      ...eventBody(type, { id: `sim_${uuid}`, idempotency_key: uuid }),
      event_id: `${uuid}.${type}`,
    });
    const send = (type: "ringing" | "answered", each: RunRow) =>
      post(bodyOf(type, each), { path: pathOf("status", { uuid: each.uuid }) });
    // The first one waits for its row: whatever comes meanwhile waits with it.
    const { answers, forged, astray } = await platform.test.everything.transaction().execute(async (tx) => {
      await tx.selectFrom("call_runs").select("id").where("id", "=", run.id).forUpdate().execute();
      const first = send("ringing", run);
      await waitUntil("the first one waits", async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
        return rows.length > 0;
      });
      return {
        answers: [
          first,
          ...runs.flatMap((each) => [send("answered", each), send("ringing", each), send("answered", each)]),
        ],
        forged: post(bodyOf("answered", run), { signedPath: pathOf("status", { uuid: randomUUID() }) }),
        astray: post(bodyOf("answered", run), { path: pathOf("status", { uuid: randomUUID() }) }),
      };
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect([(await forged).status, (await astray).status]).toEqual([403, 404]);
    for (const each of runs) {
      expect(await rowOf(each.uuid)).toMatchObject({ state: "in_progress", carrier_call_id: `sim_${each.uuid}` });
      expect((await eventsOf(each.id)).map(({ event_id }) => event_id).sort()).toEqual([
        `${each.uuid}.answered`,
        `${each.uuid}.ringing`,
      ]);
      expect(await timelineOf(each.id)).toEqual([{ kind: "call_started" }]);
    }
    expect(await figuresOf(campaignId)).toEqual({ attempts: 2, dialled: 2 });
  });
});

describe("a callback that is not the carrier's", () => {
  const refusals = () =>
    readMetric(platform.api.dependencies.metrics, "ringdown_carrier_callbacks_total", {
      provider: "simulator",
      result: "refused",
    });

  it("is refused, counted, and changes nothing", async () => {
    const before = await rowOf(run.uuid);
    const counted = await refusals();
    const unsigned = () => fetch(`${platform.api.baseUrl}${pathOf("status")}`, { method: "POST", body: "{}" });
    const forged = () => {
      const headers = { "x-simulator-timestamp": "1767323045", "x-simulator-signature": "0".repeat(64) };
      const body = JSON.stringify(eventBody("completed"));
      return fetch(`${platform.api.baseUrl}${pathOf("status")}`, { method: "POST", headers, body });
    };
    const ofAnotherRun = () => post(eventBody("completed"), { signedPath: pathOf("status", { uuid: randomUUID() }) });
    const old = () => post(eventBody("completed"), { timestamp: Math.floor(Date.now() / 1000) - 3600 });
    const noEvent = () => post({ hello: "there" });
    for (const attempt of [unsigned, forged, ofAnotherRun, old, noEvent]) expect((await attempt()).status).toBe(403);
    expect(await refusals()).toBe(counted + 5);
    expect(await rowOf(run.uuid)).toEqual(before);
    expect(await eventsOf(run.id)).toEqual([]);
  });

  it("gets the same 404 wherever its address leads nowhere", async () => {
    const stranger = await createTenant(platform.test, "Another");
    const unaccounted = await createRunRow(platform.test, agent, { provider: "simulator", state: "dialing" });
    const paths = [
      pathOf("status", { organization: stranger.organizationId }),
      pathOf("status", { organization: "99999999999999999999" }),
      pathOf("status", { organization: "abc" }),
      pathOf("status", { uuid: randomUUID() }),
      pathOf("status", { uuid: "nonsense" }),
      pathOf("status", { uuid: unaccounted.uuid }),
      pathOf("status", { provider: "twilio" }),
      pathOf("status", { provider: "nobody" }),
    ];
    const bodies = new Set<string>();
    for (const path of paths) {
      const response = await post(eventBody("completed"), { path });
      expect([path, response.status]).toEqual([path, 404]);
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
    expect(await eventsOf(run.id)).toEqual([]);
  });
});

describe("a call on the whole platform", () => {
  const place = async (phone_number: string) => {
    const params = { workflow_uuid: agent.workflowUuid };
    const client = platform.api.client(tenant.operator);
    return (await client.call(startCallByWorkflowOperation, { params, body: { phone_number } })).body.workflow_run_id;
  };
  const ended = (runId: number) =>
    waitUntil(`run ${runId} has ended`, async () => {
      const params = { workflow_id: agent.agentId, run_id: runId };
      const { body } = await platform.api.client(tenant.operator).call(getRunOperation, { params });
      return body.is_completed ? body : null;
    });

  it.each([
    ["every callback comes twice", ALL_TWICE],
    ["callbacks come out of order", OUT_OF_ORDER],
  ])("ends right when %s", async (_what, number) => {
    const runId = await place(number);
    expect(await ended(runId)).toMatchObject({ state: "completed", outcome: "answered", duration_seconds: 20 });
    expect(await timelineOf(runId)).toEqual([{ kind: "call_started" }, { kind: "call_ended" }, { kind: "outcome" }]);
  });

  it("is told of its end by the second delivery, when Temporal was away at the first", async () => {
    const runId = await place(NEVER_ENDS);
    const params = { workflow_id: agent.agentId, run_id: runId };
    const live = (await platform.api.client(tenant.operator).call(getRunOperation, { params })).body;
    const path = pathOf("status", { uuid: live.uuid });
    const end = eventBody("completed", { outcome: "voicemail", answered_by: "machine" });

    expect((await post(end, { path, api: cutOff })).status).toBe(503);
    expect((await rowOf(live.uuid)).state).not.toBe("completed");
    expect((await post(end, { path })).status).toBe(204);
    expect(await ended(runId)).toMatchObject({ state: "completed", outcome: "voicemail" });
  });
});

describe("an answered Twilio call", () => {
  const twilioRun = async () => {
    const { organizationId } = tenant;
    const telephony_configuration_id = await createTwilioConfiguration(platform.test, { organizationId });
    return createRunRow(platform.test, agent, {
      telephony_configuration_id,
      provider: "twilio",
      state: "dialing",
      initial_context: { name: "Ada & Co" },
    });
  };
  const send = (path: string, fields: Record<string, string>, token = String(TWILIO_CREDENTIALS["auth_token"])) => {
    const body = new URLSearchParams(fields);
    const headers = { "x-twilio-signature": signTwilioRequest(token, `${platform.api.baseUrl}${path}`, body) };
    return fetch(`${platform.api.baseUrl}${path}`, { method: "POST", headers, body });
  };

  it("talks with the agent over the relay, whose address is signed for this call", async () => {
    const { uuid } = await twilioRun();
    const path = pathOf("answer", { provider: "twilio", uuid });
    const AccountSid = String(TWILIO_CREDENTIALS["account_sid"]);
    const response = await send(path, { CallSid: "CA1", AccountSid, CallStatus: "in-progress" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/xml");
    const document = await response.text();
    expect(document).toContain("<ConversationRelay");
    expect(document).toContain(`/api/v1/telephony/relay/twilio/${tenant.organizationId}/${uuid}/`);
  });

  it("says nothing to somebody who does not hold the account's token", async () => {
    const { uuid } = await twilioRun();
    const path = pathOf("answer", { provider: "twilio", uuid });
    expect((await send(path, { CallSid: "CA1" }, "another token")).status).toBe(403);
    expect((await fetch(`${platform.api.baseUrl}${path}`)).status).toBe(403);
  });

  it("takes Twilio's own form of status, and refuses a forged one", async () => {
    const { uuid, id } = await twilioRun();
    const path = pathOf("status", { provider: "twilio", uuid });
    const account = String(TWILIO_CREDENTIALS["account_sid"]);
    const fields = { CallSid: "CA1", AccountSid: account, CallStatus: "ringing", SequenceNumber: "1" };
    expect((await send(path, fields, "another token")).status).toBe(403);
    expect(await eventsOf(id)).toEqual([]);
    expect((await send(path, fields)).status).toBe(204);
    expect(await rowOf(uuid)).toMatchObject({ state: "ringing", carrier_call_id: "CA1" });
  });
});
