import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { startCallByWorkflowOperation } from "../../../api/calls/calls.operations.ts";
import {
  createPhoneNumberOperation,
  deletePhoneNumberOperation,
  updatePhoneNumberOperation,
} from "../../../api/numbers/phone-numbers.operations.ts";
import {
  createTelephonyAccountOperation,
  deleteTelephonyAccountOperation,
} from "../../../api/telephony/telephony.operations.ts";
import { readCallToDial } from "../../../application/call/call-to-dial.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { tryLockExclusively } from "../../../infra/postgres/locks.ts";
import { buildCallAddresses } from "../../../infra/telephony/call-addresses.ts";
import { openReportedCallSlots, type ReportedCallSlots } from "../../../media/process/call-slot-report.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createRecordingRow } from "../../factories/recordings.ts";
import { createSpeechModelRows } from "../../factories/speech-models.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type LivekitStandIn, startLivekitStandIn } from "../../infra/telephony/livekit-stand-in.ts";
import {
  type AgentSettings,
  openTalkingOrganization,
  type RunRow,
  runRow,
  untilOver,
} from "../conversations/talking-organization.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

/** Calls over a SIP trunk as far as rows and LiveKit's own events go; nobody speaks in them. */
let livekit: LivekitStandIn;
let platform: CallingPlatform;
/** Those of a media process, which takes no call. */
let told: ReportedCallSlots;

beforeAll(async () => {
  livekit = await startLivekitStandIn();
  const { url, apiKey, apiSecret } = livekit.settings;
  platform = await startCallingPlatform(
    {},
    { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret },
  );
  told = await openReportedCallSlots(platform.api.dependencies, { calls: 8 });
});
afterAll(async () => {
  await told.withdraw();
  await platform.close();
  await livekit.close();
});

const untilTaken = (places: number) =>
  waitUntil(`it is told that ${places} places are taken`, async () => {
    const { taken } = await platform.test.everything
      .selectFrom("media_processes")
      .select("taken")
      .executeTakeFirstOrThrow();
    return taken === places;
  });

interface Opened {
  speaks?: boolean;
  agent?: AgentSettings;
  /** What its calls show. */
  address?: string;
}

const openOrganization = async ({ speaks = true, agent = {}, address = "+12025550100" }: Opened = {}) => {
  const organization = await openTalkingOrganization(platform, agent);
  const client = platform.api.client(organization.owner);
  if (speaks) {
    const { organizationId } = organization;
    await createSpeechModelRows(platform.test, { organizationId, baseUrl: "http://127.0.0.1:9" });
  }
  const { body: account } = await client.call(createTelephonyAccountOperation, {
    // A number is connected to one account of a trunk.
    body: { name: "trunk", config: { provider: "sip", address: `sip-${organization.organizationId}.example.com` } },
  });
  await client.call(createPhoneNumberOperation, {
    params: { config_id: account.id },
    body: { address, is_default_caller_id: true },
  });
  const input = (phone_number: string) => ({
    params: { workflow_uuid: organization.workflowUuid },
    body: { phone_number, telephony_configuration_id: account.id },
  });
  return {
    organizationId: organization.organizationId,
    accountId: account.id,
    call: async (number: string): Promise<RunRow> => {
      const { body } = await client.call(startCallByWorkflowOperation, input(number));
      return runRow(platform, body.workflow_run_id);
    },
    refusedCall: (number: string) => client.refused(startCallByWorkflowOperation, input(number)),
    refusedAddress: (body: { address: string; country_code?: string }) =>
      client.refused(createPhoneNumberOperation, { params: { config_id: account.id }, body }),
  };
};

const webhookOf = (run: RunRow, event: { event: string; status: string; reason?: string; statusUrl?: string }) => {
  const { statusUrl } = buildCallAddresses(readPublicBaseUrl(platform.api.dependencies.config), {
    provider: "sip",
    organizationId: run.organization_id,
    runUuid: run.uuid,
  });
  return JSON.stringify({
    event: event.event,
    id: `EV_${run.uuid}_${event.event}`,
    createdAt: String(Math.floor(Date.now() / 1000)),
    room: { name: `run-${run.uuid}` },
    participant: {
      identity: "person",
      attributes: { "ringdown.status_url": event.statusUrl ?? statusUrl, "sip.callStatus": event.status },
      disconnectReason: event.reason,
    },
  });
};

const tell = async (body: string, headers?: Record<string, string>): Promise<number> => {
  const init = { method: "POST", headers: headers ?? (await livekit.sign(body)), body };
  return (await platform.api.client({}).fetch("/api/v1/telephony/livekit", init)).status;
};

describe("LiveKit's own events of a call over a SIP trunk", () => {
  it("end a call whose dialling process says nothing, as far as LiveKit knows how", async () => {
    livekit.prepare("+14155550171", { stays: "ringing" });
    const run = await (await openOrganization()).call("+14155550171");
    const left = webhookOf(run, { event: "participant_left", status: "ringing", reason: "USER_REJECTED" });
    expect(await tell(left)).toBe(204);
    expect(await untilOver(platform, run.id)).toMatchObject({ outcome: "rejected", end_reason: "left: USER_REJECTED" });
    expect(livekit.dialledTo("+14155550171")).toHaveLength(1);
  });

  it("end a call that was answered", async () => {
    livekit.prepare("+14155550172", { stays: "active" });
    const run = await (await openOrganization()).call("+14155550172");
    await waitUntil("the answer is told", async () => (await runRow(platform, run.id)).state === "in_progress");
    const left = webhookOf(run, { event: "participant_left", status: "active", reason: "CLIENT_INITIATED" });
    expect([await tell(left), await tell(left)]).toEqual([204, 204]);
    expect(await untilOver(platform, run.id)).toMatchObject({ state: "completed", outcome: "answered" });
  });

  it("are refused unsigned, and of no interest where they are about something else", async () => {
    livekit.prepare("+14155550173", { stays: "ringing" });
    const run = await (await openOrganization()).call("+14155550173");
    const left = { event: "participant_left", status: "active", reason: "CLIENT_INITIATED" };
    expect(await tell(webhookOf(run, left), {})).toBe(403);
    expect(await tell(webhookOf(run, { ...left, statusUrl: "https://elsewhere.example/status" }))).toBe(204);
    expect(await tell(webhookOf(run, { ...left, event: "track_published" }))).toBe(204);
    expect(await tell(JSON.stringify({ event: "room_finished", id: "EV_1" }))).toBe(204);
    // Well signed, and at the address of a call that is none.
    const nobody = { ...run, uuid: crypto.randomUUID() };
    expect(await tell(webhookOf(nobody, left))).toBe(404);
    expect((await runRow(platform, run.id)).state).toBe("dialing");
    await livekit.hangUp(run.uuid, Math.floor(Date.now() / 1000));
  });
});

describe("a call over a SIP trunk", () => {
  it.each([
    ["sip:desk@example.com", "+14155550190", { sip_number: "desk", trunk: { from_host: "example.com" } }],
    ["4001", "+14155550191", { sip_number: "4001", trunk: { from_host: "" } }],
  ])("shows the trunk's own address %s", async (address, to, shown) => {
    livekit.prepare(to, { answers: { status: 486, reason: "Busy Here" } });
    const { call } = await openOrganization({ address });
    const run = await call(to);
    expect(await untilOver(platform, run.id)).toMatchObject({ outcome: "busy", caller_number: address });
    expect(livekit.dialledTo(to)).toMatchObject([shown]);
  });

  it("calls telephone numbers alone, which is said where a sip: address is asked for", async () => {
    const { refusedCall } = await openOrganization();
    expect(JSON.stringify(await refusedCall("sip:desk@example.com"))).toContain("no telephone number");
  });

  it("has no address of its own with a port, with parameters, in a country, or with TLS in its name", async () => {
    const { refusedAddress } = await openOrganization();
    for (const address of [
      "sip:desk@example.com:5070",
      "sip:desk@example.com;a=b",
      "sips:desk@example.com",
      "sip:desk",
    ])
      expect(JSON.stringify(await refusedAddress({ address }))).toContain("write sip:desk@example.com, without a port");
    const inCountry = await refusedAddress({ address: "4001", country_code: "DE" });
    expect(inCountry).toMatchObject({ status: 422, detail: [{ loc: ["body", "country_code"] }] });
  });

  it.each([
    ["sip:bell@one.example.com", "sip:bell@two.example.com", "bell"],
    ["4002", "sip:4002@pbx.example.com", "4002"],
    ["sip:+12025550199@pbx.example.com", "+12025550199", "+12025550199"],
  ])("has %s, and so not %s, which is dialled alike", async (address, alike, dialled) => {
    const { refusedAddress } = await openOrganization({ address });
    const refused = await refusedAddress({ address: alike });
    expect(refused).toMatchObject({ status: 409, code: "number_taken" });
    expect(JSON.stringify(refused)).toContain(`Calls to ${address} of this configuration dial ${dialled} too`);
  });

  it("needs no telephone number beside an address of its trunk, which it may show", async () => {
    livekit.prepare("+14155550192", { answers: { status: 486, reason: "Busy Here" } });
    const { call, organizationId } = await openOrganization({ address: "4003" });
    const run = await untilOver(platform, (await call("+14155550192")).id);
    // What a campaign's next call is before its caller id is chosen.
    const next = { ...run, caller_number: null };
    const { dependencies } = platform.api;
    const read = await platform.test.database.inOrganization(organizationId, (tx) =>
      readCallToDial(dependencies, tx, next),
    );
    expect(read).not.toHaveProperty("obstacle");
  });

  it("is not dialled without models that speak and hear", async () => {
    const { refusedCall } = await openOrganization({ speaks: false });
    const refused = await refusedCall("+14155550174");
    expect(JSON.stringify(refused.detail)).toContain("set tts and stt");
    expect(livekit.dialledTo("+14155550174")).toEqual([]);
  });

  it("is dialled where its agent plays a WAV file, and not where it plays an MP3 file", async () => {
    const start = { greeting: "", greeting_type: "audio", greeting_recording_id: "welcome" };
    for (const [type, number] of [
      ["wav", "+14155550180"],
      ["mp3", "+14155550181"],
    ] as const) {
      const agent = { definition: receptionDefinition({ start }) };
      const { organizationId, call, refusedCall } = await openOrganization({ agent });
      await createRecordingRow(platform.test, { organizationId, recordingId: "welcome", transcript: "Welcome.", type });
      livekit.prepare(number, { answers: { status: 486, reason: "Busy Here" } });
      if (type === "wav") expect(await untilOver(platform, (await call(number)).id)).toMatchObject({ outcome: "busy" });
      else expect(JSON.stringify((await refusedCall(number)).detail)).toContain("upload welcome.mp3 as one");
    }
    expect(livekit.dialledTo("+14155550181")).toEqual([]);
  });

  it("is not dialled while the media processes have no place for it", async () => {
    const { call, refusedCall } = await openOrganization();
    const leave = Array.from({ length: 8 }, () => told.slots.take(crypto.randomUUID()));
    await untilTaken(8);
    const refused = await refusedCall("+14155550175");
    expect(JSON.stringify(refused.detail)).toContain("places for 8");
    expect(livekit.dialledTo("+14155550175")).toEqual([]);
    for (const free of leave) free();
    livekit.prepare("+14155550175", { answers: { status: 486, reason: "Busy Here" } });
    const dialled = await waitUntil("a place is free", () => call("+14155550175").catch(() => null));
    expect(await untilOver(platform, dialled.id)).toMatchObject({ outcome: "busy" });
  });

  it("leaves a quarter of the places to other organizations", async () => {
    const [busy, other] = [await openOrganization(), await openOrganization()];
    const numbers = Array.from({ length: 6 }, (_, at) => `+1415555020${at}`);
    for (const number of numbers) livekit.prepare(number, { stays: "ringing" });
    const ringing: RunRow[] = [];
    for (const number of numbers) ringing.push(await busy.call(number));
    const refused = await busy.refusedCall("+14155550206");
    expect(JSON.stringify(refused.detail)).toContain("which has 6 places of the media processes at most");
    expect(livekit.dialledTo("+14155550206")).toEqual([]);
    livekit.prepare("+14155550207", { answers: { status: 486, reason: "Busy Here" } });
    expect(await untilOver(platform, (await other.call("+14155550207")).id)).toMatchObject({ outcome: "busy" });
    for (const { uuid } of ringing) await livekit.hangUp(uuid, Math.floor(Date.now() / 1000));
    for (const { id } of ringing) await untilOver(platform, id);
  });

  it("takes the last place of the media processes from one that is admitted in the same instant", async () => {
    const organizations = [await openOrganization(), await openOrganization()];
    const leave = Array.from({ length: 7 }, () => told.slots.take(crypto.randomUUID()));
    await untilTaken(7);
    const numbers = ["+14155550176", "+14155550177"];
    for (const number of numbers) livekit.prepare(number, { stays: "ringing" });
    const answers = await Promise.allSettled(organizations.map(({ call }, at) => call(numbers[at] ?? "")));
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(numbers.flatMap((number) => livekit.dialledTo(number))).toHaveLength(1);
    for (const free of leave) free();
    for (const answer of answers) {
      if (answer.status === "fulfilled") await livekit.hangUp(answer.value.uuid, Math.floor(Date.now() / 1000));
    }
  });
});

/** Has every admission on this account wait in the middle of it, until it is let go. */
const holdAdmissions = async (organizationId: number, telephony_configuration_id: number) => {
  const { everything } = platform.test;
  const pace = { telephony_configuration_id, organization_id: organizationId };
  await everything.insertInto("telephony_paces").values(pace).execute();
  const tx = await everything.startTransaction().execute();
  await tx
    .selectFrom("telephony_paces")
    .select("next_slot_at")
    .where("telephony_configuration_id", "=", telephony_configuration_id)
    .forUpdate()
    .execute();
  return {
    untilOneWaits: () =>
      waitUntil("an admission waits for the account", async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%telephony_paces%'`.execute(
          everything,
        );
        return rows.length > 0;
      }),
    letGo: async () => {
      if (!tx.isRolledBack) await tx.rollback().execute();
    },
  };
};

/** False: another organization's admission holds the lock of all places. */
const mayTakeVoicePlaces = (organizationId: number) =>
  platform.test.database.inOrganization(organizationId, (tx) => tryLockExclusively(tx, "voice places"));

describe("an admission to a SIP trunk", () => {
  it("keeps no other organization's waiting for as long as it lasts", async () => {
    const [slow, quick] = [await openOrganization(), await openOrganization()];
    for (const number of ["+14155550178", "+14155550179"])
      livekit.prepare(number, { answers: { status: 486, reason: "Busy Here" } });
    const held = await holdAdmissions(slow.organizationId, slow.accountId);
    try {
      const waiting = slow.call("+14155550178");
      await held.untilOneWaits();
      expect(await mayTakeVoicePlaces(quick.organizationId)).toBe(true);
      const { id } = await quick.call("+14155550179");
      expect(await untilOver(platform, id)).toMatchObject({ outcome: "busy" });
      expect(livekit.dialledTo("+14155550178")).toEqual([]);
      await held.letGo();
      expect(await untilOver(platform, (await waiting).id)).toMatchObject({ outcome: "busy" });
    } finally {
      await held.letGo();
    }
  });
});

describe("a call that comes in over a SIP trunk", () => {
  let called = 0;
  const openCalled = async ({ speaks = true, address = "" } = {}) => {
    const organization = await openTalkingOrganization(platform);
    const { organizationId, agentId } = organization;
    const client = platform.api.client(organization.owner);
    if (speaks) await createSpeechModelRows(platform.test, { organizationId, baseUrl: "http://127.0.0.1:9" });
    const config = { provider: "sip", address: "sip.example.com", inbound_addresses: "203.0.113.7" };
    const { body: account } = await client.call(createTelephonyAccountOperation, { body: { name: "trunk", config } });
    called += 1;
    const to = address || `+1202555${1000 + called}`;
    const { body: number } = await client.call(createPhoneNumberOperation, {
      params: { config_id: account.id },
      body: { address: to, inbound_workflow_id: agentId },
    });
    const { everything } = platform.test;
    return {
      number,
      account,
      client,
      named: { config_id: account.id, phone_number_id: number.id },
      comeIn: (callId: string, dialled = to) => {
        const come = livekit.comeIn({ to: dialled, from: "14155550143", callId });
        if (come === null) throw new Error("nobody takes calls to this number");
        return come;
      },
      runs: () =>
        everything.selectFrom("call_runs").selectAll().where("organization_id", "=", organizationId).execute(),
      missed: () =>
        everything.selectFrom("missed_calls").selectAll().where("organization_id", "=", organizationId).execute(),
    };
  };
  const leave = (body: string, status: string) => {
    const event: { participant: { attributes: object } } = JSON.parse(body);
    const attributes = { ...event.participant.attributes, "sip.callStatus": status };
    const participant = { ...event.participant, attributes, disconnectReason: "CLIENT_INITIATED" };
    return tell(JSON.stringify({ ...event, id: `${crypto.randomUUID()}`, event: "participant_left", participant }));
  };

  it("makes one run, however often it is told and under however many rooms its trunk repeats it", async () => {
    const { comeIn, runs, missed } = await openCalled();
    const [come, again] = [comeIn("the-call@trunk"), comeIn("the-call@trunk")];
    const all = await Promise.all([tell(come.body), tell(come.body), tell(come.body)]);
    expect(all).toEqual([204, 204, 204]);
    expect(await tell(again.body)).toBe(204);
    const [run, ...more] = await runs();
    expect(more).toEqual([]);
    expect(run).toMatchObject({ state: "ringing", direction: "inbound", caller_number: "+14155550143" });
    expect(run?.carrier_call_id).toBe(come.room);
    expect([livekit.caller(come.room), livekit.caller(again.room)]).toEqual([expect.anything(), null]);
    // The remains of the second room say nothing of the call.
    await leave(again.body, "hangup");
    expect(await missed()).toEqual([]);
    expect((await runs())[0]?.ended_at).toBeNull();
    await leave(come.body, "hangup");
    await untilOver(platform, run?.id ?? 0);
  });

  it.each([
    ["sip:Desk@Example.com", { address_normalized: "sip:Desk@example.com", address_type: "sip_uri" }, "Desk"],
    ["4001", { address_normalized: "4001", address_type: "sip_extension" }, "4001"],
  ])("is answered by the agent of the trunk's own address %s", async (address, saved, dialled) => {
    const { comeIn, number, runs } = await openCalled({ address });
    expect(number).toMatchObject({ ...saved, address, country_code: null, provider_sync: { ok: true, message: null } });
    const come = comeIn(`${dialled}@trunk`, dialled);
    expect(await tell(come.body)).toBe(204);
    const [run] = await runs();
    expect(run).toMatchObject({ state: "ringing", direction: "inbound", called_number: saved.address_normalized });
    await leave(come.body, "hangup");
    await untilOver(platform, run?.id ?? 0);
  });

  it("goes to one account alone where two addresses differ in their host, which LiveKit does not see", async () => {
    await openCalled({ address: "sip:sales@one.example.com" });
    const { number } = await openCalled({ address: "sip:sales@two.example.com" });
    expect(number.provider_sync).toMatchObject({ ok: false, message: expect.stringContaining("another account") });
  });

  it("stays with its account whatever another one, which was refused its number, does with that", async () => {
    const { comeIn } = await openCalled({ address: "7001" });
    const refused = await openCalled({ address: "sip:7001@pbx.example.com" });
    expect(refused.number.provider_sync).toMatchObject({ ok: false });
    await refused.client.call(updatePhoneNumberOperation, { params: refused.named, body: { is_active: false } });
    await refused.client.call(updatePhoneNumberOperation, { params: refused.named, body: { is_active: true } });
    await refused.client.call(deletePhoneNumberOperation, { params: refused.named });
    const again = await openCalled({ address: "sip:7001@pbx.example.com" });
    expect(again.number.provider_sync).toMatchObject({ ok: false });
    await again.client.call(deleteTelephonyAccountOperation, { params: { config_id: again.account.id } });
    expect(() => comeIn("still-ours@trunk", "7001")).not.toThrow();
  });

  it("is no longer taken once its account's own number is deleted", async () => {
    const { comeIn, client, named } = await openCalled({ address: "7002" });
    await client.call(deletePhoneNumberOperation, { params: named });
    expect(() => comeIn("nobody@trunk", "7002")).toThrow("nobody takes calls");
    const { number } = await openCalled({ address: "7002" });
    expect(number.provider_sync).toMatchObject({ ok: true });
  });

  it("is missed when the caller gives up before somebody has answered, whatever LiveKit calls that", async () => {
    const { comeIn, runs, missed } = await openCalled();
    const come = comeIn("given-up@trunk");
    await tell(come.body);
    await leave(come.body, "hangup");
    expect(await untilOver(platform, (await runs())[0]?.id ?? 0)).toMatchObject({ outcome: "canceled" });
    expect(await missed()).toMatchObject([{ reason: "caller_hung_up", caller_number: "+14155550143" }]);
  });

  it("is turned away and missed where nobody could speak in it", async () => {
    const { comeIn, runs, missed } = await openCalled({ speaks: false });
    const come = comeIn("silent@trunk");
    expect(await tell(come.body)).toBe(204);
    expect(livekit.caller(come.room)).toBeNull();
    expect(await missed()).toMatchObject([{ reason: "unavailable" }]);
    expect(await runs()).toEqual([]);
  });

  it("is missed once, however often its trunk repeats a call that was turned away", async () => {
    const { comeIn, missed } = await openCalled({ speaks: false });
    const [come, again, another] = [comeIn("silent@trunk"), comeIn("silent@trunk"), comeIn("next@trunk")];
    for (const { body } of [come, again, again]) expect(await tell(body)).toBe(204);
    expect([livekit.caller(come.room), livekit.caller(again.room)]).toEqual([null, null]);
    expect(await missed()).toHaveLength(1);
    expect(await tell(another.body)).toBe(204);
    expect(await missed()).toHaveLength(2);
  });

  it("is turned away when its account was removed meanwhile, and refused unsigned", async () => {
    const { comeIn, client, account, runs } = await openCalled();
    const [come, unsigned] = [comeIn("late@trunk"), comeIn("unsigned@trunk")];
    await client.call(deleteTelephonyAccountOperation, { params: { config_id: account.id } });
    expect(await tell(come.body)).toBe(204);
    expect(livekit.caller(come.room)).toBeNull();
    expect(await tell(unsigned.body, {})).toBe(403);
    expect(livekit.caller(unsigned.room)).not.toBeNull();
    expect(await runs()).toEqual([]);
  });
});
