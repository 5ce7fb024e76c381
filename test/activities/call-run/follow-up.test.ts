import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { gatherRecordings } from "../../../activities/call-run/gather-recordings.ts";
import { keepRecording } from "../../../activities/call-run/keep-recording.ts";
import { storeRecording } from "../../../activities/call-run/store-recording.ts";
import { writeTranscript } from "../../../activities/call-run/write-transcript.ts";
import type { WorkerDependencies } from "../../../activities/dependencies.ts";
import { presentRun } from "../../../api/calls/runs.presenter.ts";
import { searchSpokenWords } from "../../../application/conversation/search-spoken-words.ts";
import { extractSamples } from "../../../domain/recording/wav.ts";
import { createObjectStore } from "../../../infra/object-store/object-store.ts";
import { awaitReport, hurryRecordings } from "../../../infra/postgres/call/awaited-reports.repository.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { recordCarrierEvent } from "../../../infra/postgres/call/carrier-events.repository.ts";
import { buildRecordingWav } from "../../../infra/simulator/recording.ts";
import {
  type Carrier,
  type CarrierCall,
  type CarrierRecording,
  CarrierUnavailableError,
} from "../../../infra/telephony/carrier.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant } from "../../factories/tenant.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import { type DiallingRig, startDiallingRig } from "../dialling-rig.ts";
import { gatherPriceOf } from "../gather-price.ts";

const WAV = Buffer.from("RIFF of a short talk");
const store = createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });

let rig: DiallingRig;
/** The carrier's answers; each test changes those that it is about. */
let says: {
  call: () => Partial<CarrierCall> | null;
  recordings: CarrierRecording[];
  open: (recordingId: string) => Readable | null;
  sizeBytes: number;
  reportsPrice: boolean;
};
/** Keys that were written, each time; and whether the process dies right after the writing. */
let written: string[];
/** The calls of each question for prices. */
let listed: string[][];
let diesAfterPut: boolean;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());
beforeEach(() => {
  says = {
    call: () => ({}),
    recordings: [],
    open: () => Readable.from([WAV]),
    sizeBytes: WAV.length,
    reportsPrice: true,
  };
  written = [];
  listed = [];
  diesAfterPut = false;
});

const depsOf = (more: Partial<WorkerDependencies> = {}): WorkerDependencies => {
  const simulator = rig.deps.carriers.get("simulator");
  const carrier: Carrier = {
    ...simulator,
    reportsPrice: says.reportsPrice,
    fetchCall: async () => {
      const call = says.call();
      return call && { ...(await endedAtCarrier()), ...call };
    },
    listPrices: async (_, { carrierCallIds }) => {
      listed.push([...carrierCallIds]);
      const { costMinor = null, currency = null } = says.call() ?? {};
      if (costMinor === null || currency === null) return new Map();
      return new Map([...carrierCallIds].map((id) => [id, { costMinor, currency }]));
    },
    listRecordings: async () => says.recordings,
    openRecording: async (_, { recordingId }) => {
      const stream = says.open(recordingId);
      return stream && { contentType: "audio/wav; codec=pcm", sizeBytes: says.sizeBytes, stream };
    },
  };
  return {
    ...rig.deps,
    carriers: { ...rig.deps.carriers, get: () => carrier },
    objectStore: {
      ...store,
      put: async (key, body, contentType) => {
        await store.put(key, body, contentType);
        written.push(key);
        if (diesAfterPut) throw new Error("the process dies here");
      },
    },
    ...more,
  };
};

const endedAtCarrier = async (): Promise<CarrierCall> => ({
  carrierCallId: "CA1",
  state: "completed",
  outcome: "answered",
  answeredBy: null,
  startedAt: null,
  answeredAt: null,
  endedAt: null,
  durationSeconds: 61,
  costMinor: null,
  currency: null,
  optedOut: false,
  detail: null,
});

/** A call that ended so long ago and has no price yet. */
const endCall = async (minutesAgo = 1, more: Parameters<typeof createRunRow>[2] = {}) => {
  const tenant = await createTenant(rig.test);
  const { organizationId } = tenant;
  const agent = { organizationId, ...(await createAgentRows(rig.test, tenant)) };
  const run = await createRunRow(rig.test, agent, {
    ...endedCall({ duration_seconds: 61, ended_at: new Date(Date.now() - minutesAgo * 60_000) }),
    telephony_configuration_id: tenant.simulatorAccountId,
    carrier_call_id: "CA1",
    cost_minor: null,
    currency: null,
    ...more,
  });
  await awaitPriceOf(run);
  const account = { organizationId, accountId: run.telephony_configuration_id };
  return { ...run, account, input: { organizationId, runUuid: run.uuid } };
};
const awaitPriceOf = (run: Pick<CallRun, "id" | "organization_id" | "telephony_configuration_id">) =>
  rig.test.database.inOrganization(run.organization_id, (tx) => awaitReport(tx, run, { kind: "price", inSeconds: -1 }));

type EndedRun = Awaited<ReturnType<typeof endCall>>;

/** The configuration of a call is given the settings of another account. */
const changeAccount = ({ input }: EndedRun) =>
  rig.test.everything
    .updateTable("telephony_configurations")
    .set({ account_changed_at: new Date() })
    .where("organization_id", "=", input.organizationId)
    .execute();

const costOf = ({ id }: EndedRun) =>
  rig.test.everything
    .selectFrom("call_runs")
    .select(["cost_minor", "currency"])
    .where("id", "=", id)
    .executeTakeFirst();
/** Returns the cost in the run's answer. */
const presentedCost = async ({ id }: EndedRun) => {
  const row = await rig.test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { cost_minor, usage } = presentRun(row);
  return { cost_minor, carrier: usage.carrier?.cost_minor };
};
const filesOf = ({ id }: EndedRun) =>
  rig.test.everything
    .selectFrom("call_artifacts")
    .select(["artifact_type", "format", "object_key", "content_type", "size_bytes"])
    .where("run_id", "=", id)
    .orderBy("id")
    .execute();
const textAt = async (key: string): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.read(key)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

type Destinations = Parameters<typeof createPriceTable>[0][string]["destinations"];
const tableOf = (destinations: Destinations) =>
  createPriceTable({ simulator: { currency: "USD", per_minute_minor: 2, billed_every_seconds: 60, destinations } });

describe("the price of a call", () => {
  it("is asked for until the carrier tells it, and stays as it was told", async () => {
    const run = await endCall();
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf() }, run.uuid)).toBe(60);
    says.call = () => ({ costMinor: 7, currency: "EUR" });
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf() }, run.uuid)).toBeNull();
    says.call = () => ({ costMinor: 9, currency: "EUR" });
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf() }, run.uuid)).toBeNull();
    expect(await costOf(run)).toEqual({ cost_minor: 7, currency: "EUR" });
  });

  it("is asked for ever more rarely", async () => {
    const waits = [];
    for (const minutesAgo of [1, 11, 61, 1439])
      waits.push(await gatherPriceOf({ test: rig.test, deps: depsOf() }, (await endCall(minutesAgo)).uuid));
    expect(waits).toEqual([60, 600, 3600, 3600]);
  });

  it("is that of the table when the carrier has said nothing for a day, and none without a table", async () => {
    const prices = tableOf({});
    const run = await endCall(1441);
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf() }, run.uuid)).toBeNull();
    expect(await costOf(run)).toEqual({ cost_minor: null, currency: null });
    await awaitPriceOf(run);
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf({ prices }) }, run.uuid)).toBeNull();
    expect(await costOf(run)).toEqual({ cost_minor: 4, currency: "USD" });
  });

  it("is unknown where neither carrier nor table has one, whatever the models cost", async () => {
    says.reportsPrice = false;
    const model_usage = {
      requests: 1,
      prompt_tokens: 10,
      completion_tokens: 5,
      estimated: false,
      cost_minor: 3,
      currency: "USD",
    };
    const unpriced = await endCall(0, { model_usage });
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf() }, unpriced.uuid)).toBeNull();
    expect(await presentedCost(unpriced)).toEqual({ cost_minor: 3, carrier: null });
    const free = await endCall(0, { model_usage });
    const prices = tableOf({ "+1": { per_minute_minor: 0, billed_every_seconds: 60 } });
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf({ prices }) }, free.uuid)).toBeNull();
    expect(await presentedCost(free)).toEqual({ cost_minor: 3, carrier: 0 });
    // The row as an older version wrote it.
    const old = await endCall(0, { model_usage, cost_minor: 3, currency: "USD" });
    expect(await presentedCost(old)).toEqual({ cost_minor: 3, carrier: null });
    const oldPriced = await endCall(0, { model_usage, cost_minor: 8, currency: "USD" });
    expect(await presentedCost(oldPriced)).toEqual({ cost_minor: 8, carrier: 5 });
  });

  it("is that of the table at once for carriers that never tell, by the other side's number", async () => {
    says.reportsPrice = false;
    const prices = tableOf({ "+44": { per_minute_minor: 5, billed_every_seconds: 60 } });
    const outbound = await endCall(0, { called_number: "+442071838750", caller_number: "+14155550100" });
    const inbound = await endCall(0, {
      direction: "inbound",
      called_number: "+442071838750",
      caller_number: "+14155550100",
    });
    for (const run of [outbound, inbound])
      expect(await gatherPriceOf({ test: rig.test, deps: depsOf({ prices }) }, run.uuid)).toBeNull();
    expect([(await costOf(outbound))?.cost_minor, (await costOf(inbound))?.cost_minor]).toEqual([10, 4]);
  });
});

const deleteAccount = ({ input }: EndedRun) =>
  rig.test.everything
    .deleteFrom("telephony_configurations")
    .where("organization_id", "=", input.organizationId)
    .execute();

describe("a call whose account was changed to another one of its carrier, or deleted", () => {
  it.each([
    ["was changed to another one", changeAccount],
    ["was deleted", deleteAccount],
  ])("is not asked about where it %s: the table has its price, its recording is lost", async (fate, lose) => {
    const run = await endCall(1, { carrier_requested_at: new Date(Date.now() - 60_000) });
    await lose(run);
    says.call = () => ({ costMinor: 7, currency: "EUR" });
    says.recordings = [recording("RE1", 3)];
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf({ prices: tableOf({}) }) }, run.uuid)).toBeNull();
    expect(await costOf(run)).toEqual({ cost_minor: 4, currency: "USD" });
    for (const _ of [1, 2]) expect(await storeRecording(depsOf(), run.input)).toEqual({ kind: "done" });
    expect(await filesOf(run)).toEqual([]);
    const told = await rig.test.everything
      .selectFrom("timeline_events")
      .select(["summary", "payload"])
      .where("run_id", "=", run.id)
      .execute();
    expect(told).toEqual([
      {
        summary: expect.stringContaining(`is no longer available: its carrier account ${fate} before`),
        payload: { event: "recording_lost" },
      },
    ]);
  });

  it("is asked about when it was dialled after that", async () => {
    const run = await endCall();
    await changeAccount(run);
    const dialled = { carrier_requested_at: new Date(Date.now() + 1000) };
    await rig.test.everything.updateTable("call_runs").set(dialled).where("id", "=", run.id).execute();
    says.call = () => ({ costMinor: 7, currency: "EUR" });
    expect(await gatherPriceOf({ test: rig.test, deps: depsOf() }, run.uuid)).toBeNull();
    expect(await costOf(run)).toEqual({ cost_minor: 7, currency: "EUR" });
  });
});

const recording = (recordingId: string, durationSeconds: number): CarrierRecording => ({
  recordingId,
  url: null,
  durationSeconds,
});

describe("the recording of a call", () => {
  it("is copied into the store, once, the longest there is", async () => {
    const run = await endCall();
    const opened: string[] = [];
    says.recordings = [recording("RE1", 3), recording("RE2", 40), recording("RE3", 5)];
    says.open = (id) => {
      opened.push(id);
      return Readable.from([WAV.subarray(0, 5), WAV.subarray(5)]);
    };
    for (const _ of [1, 2]) expect(await storeRecording(depsOf(), run.input)).toEqual({ kind: "done" });
    const object_key = `calls/${run.organization_id}/${run.uuid}/recording.wav`;
    expect(await filesOf(run)).toEqual([
      { artifact_type: "recording", format: "wav", object_key, content_type: "audio/wav", size_bytes: WAV.length },
    ]);
    expect(await textAt(object_key)).toBe(WAV.toString());
    expect(opened).toEqual(["RE2"]);
  });

  it("is also kept side by side where the carrier has recorded them apart", async () => {
    const run = await endCall();
    const wav = buildRecordingWav();
    says.recordings = [recording("RE1", 1)];
    says.sizeBytes = wav.length;
    // Pieces that no frame fits into.
    says.open = () => Readable.from([wav.subarray(0, 7), wav.subarray(7, 10_001), wav.subarray(10_001)]);
    expect(await storeRecording(depsOf(), run.input)).toEqual({ kind: "done" });
    const files = await filesOf(run);
    expect(files.map(({ artifact_type, format }) => `${artifact_type}.${format}`)).toEqual([
      "recording.wav",
      "user_recording.wav",
      "bot_recording.wav",
    ]);
    const frames = wav.subarray(44);
    for (const [channel, name] of ["user_recording", "bot_recording"].entries()) {
      const key = `calls/${run.organization_id}/${run.uuid}/${name}.wav`;
      const side = Buffer.concat(await (await store.read(key)).toArray());
      expect(side.readUInt16LE(22)).toBe(1);
      expect(side.subarray(44)).toEqual(extractSamples(frames, { channels: 2, bytesPerFrame: 4 }, channel));
      expect(files[channel + 1]?.size_bytes).toBe(side.length);
    }
  });

  it("is neither lost nor kept twice when the process dies between the object and its row", async () => {
    const run = await endCall();
    says.recordings = [recording("RE1", 3)];
    diesAfterPut = true;
    await expect(storeRecording(depsOf(), run.input)).rejects.toThrow("dies here");
    expect(await filesOf(run)).toEqual([]);
    diesAfterPut = false;
    expect(await storeRecording(depsOf(), run.input)).toEqual({ kind: "done" });
    expect(await filesOf(run)).toHaveLength(1);
    expect([written.length, new Set(written).size]).toEqual([2, 1]);
  });

  it("a recording that comes in part is not taken for whole", async () => {
    const run = await endCall();
    says.recordings = [recording("RE1", 3)];
    says.open = () => Readable.from([WAV.subarray(0, 5)]);
    await expect(storeRecording(depsOf(), run.input)).rejects.toThrow("cut off after 5");
    expect(await filesOf(run)).toEqual([]);
    says.open = () => Readable.from([WAV]);
    await storeRecording(depsOf(), run.input);
    expect(await filesOf(run)).toMatchObject([{ size_bytes: WAV.length }]);
  });

  it("is waited for, two hours at most", async () => {
    expect(await storeRecording(depsOf(), (await endCall()).input)).toEqual({ kind: "again", inSeconds: 20 });
    says.recordings = [recording("RE1", 3)];
    says.open = () => {
      throw new CarrierUnavailableError("it is being made");
    };
    expect(await storeRecording(depsOf(), (await endCall(119)).input)).toEqual({ kind: "again", inSeconds: 600 });
    expect(await storeRecording(depsOf(), (await endCall(121)).input)).toEqual({ kind: "done" });
    expect(written).toEqual([]);
  });

  it("a recording that comes late is gathered for its account, and its call's workflow has nothing left to do", async () => {
    const run = await endCall();
    expect(await keepRecording(depsOf(), run.input)).toEqual({ kind: "done" });
    expect(await recordingsDue(run)).toEqual([false]);
    expect(await gatherRecordings(depsOf(), run.account)).toEqual({ kept: 0, isMoreDue: false });
    says.recordings = [recording("RE1", 3)];
    // The carrier says that there is one now.
    const event = { eventId: "recorded", call: await endedAtCarrier(), recording: recording("RE1", 3) };
    await rig.test.database.inOrganization(run.organization_id, (tx) => recordCarrierEvent(tx, run, event));
    expect(await recordingsDue(run)).toEqual([true]);
    expect(await gatherRecordings(depsOf(), run.account)).toEqual({ kept: 1, isMoreDue: false });
    expect(await filesOf(run)).toMatchObject([{ artifact_type: "recording", size_bytes: WAV.length }]);
    expect(await recordingsDue(run)).toEqual([]);
  });

  it("a recording that cannot be copied is tried again for a day, and its loss is told", async () => {
    const run = await endCall(119);
    await keepRecording(depsOf(), run.input);
    says.recordings = [recording("RE1", 3)];
    diesAfterPut = true;
    await hurry(run);
    await gatherRecordings(depsOf(), run.account);
    expect(await recordingsDue(run)).toEqual([false]);
    const lost = await endCall(119);
    says.recordings = [];
    await keepRecording(depsOf(), lost.input);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ ended_at: new Date(Date.now() - 121 * 60_000) })
      .where("id", "=", lost.id)
      .execute();
    await hurry(lost);
    await gatherRecordings(depsOf(), lost.account);
    expect(await recordingsDue(lost)).toEqual([]);
    const told = rig.test.everything.selectFrom("timeline_events").select("summary").where("run_id", "=", lost.id);
    expect(await told.execute()).toEqual([{ summary: expect.stringContaining("was never ready at the carrier") }]);
  });
});

const hurry = (run: EndedRun) =>
  rig.test.database.inOrganization(run.organization_id, (tx) => hurryRecordings(tx, [run.id]));

/** Whether a recording of this run is awaited, and due now. */
const recordingsDue = async ({ id }: EndedRun) => {
  const rows = await rig.test.everything
    .selectFrom("awaited_reports")
    .select("due_at")
    .where("run_id", "=", id)
    .where("kind", "=", "recording")
    .execute();
  return rows.map((row) => row.due_at.getTime() <= Date.now());
};

describe("the transcript of a call", () => {
  const say = async (run: EndedRun) => {
    const row = { organization_id: run.organization_id, run_id: run.id };
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds));
    await rig.test.everything
      .insertInto("conversations")
      .values({ ...row, driver: "relay", active_turn: 3 })
      .execute();
    await rig.test.everything
      .insertInto("conversation_entries")
      .values([
        { ...row, turn: 1, speaker: "agent", text: "Hello Ada, this is Mira.", node_id: "start", at: at(0) },
        { ...row, turn: 2, speaker: "person", text: "When are you open?", at: at(4) },
        { ...row, turn: 2, speaker: "step", text: "to_hours", at: at(5) },
        { ...row, turn: 2, speaker: "agent", text: "From nine until six.", heard: "From nine", at: at(65) },
        { ...row, turn: 3, speaker: "person", text: "taken back", discarded_at: at(70), at: at(69) },
      ])
      .execute();
  };
  const keys = (run: EndedRun) =>
    ["txt", "json"].map((format) => `calls/${run.organization_id}/${run.uuid}/transcript.${format}`);

  it("is what was said and heard, for people and for programs", async () => {
    const run = await endCall();
    await say(run);
    expect(await writeTranscript(depsOf(), run.input)).toEqual({ kind: "done" });
    const [text = "", json = ""] = keys(run);
    expect(await textAt(text)).toBe(
      "[00:00] Agent: Hello Ada, this is Mira.\n[00:04] Person: When are you open?\n[01:05] Agent: From nine\n",
    );
    expect(JSON.parse(await textAt(json))).toEqual({
      run_uuid: run.uuid,
      entries: [
        {
          at: "2026-01-05T09:00:00.000Z",
          speaker: "agent",
          text: "Hello Ada, this is Mira.",
          turn: 1,
          node_id: "start",
        },
        { at: "2026-01-05T09:00:04.000Z", speaker: "person", text: "When are you open?", turn: 2, node_id: null },
        { at: "2026-01-05T09:00:05.000Z", speaker: "step", text: "to_hours", turn: 2, node_id: null },
        {
          at: "2026-01-05T09:01:05.000Z",
          speaker: "agent",
          text: "From nine",
          said: "From nine until six.",
          turn: 2,
          node_id: null,
        },
      ],
    });
    expect(await filesOf(run)).toMatchObject([{ format: "txt" }, { format: "json" }]);
  });

  it("is searched from then on as it was heard, once however often the step is repeated, and not what was taken back", async () => {
    const run = await endCall();
    await say(run);
    for (const _ of [1, 2]) await writeTranscript(depsOf(), run.input);
    const search = async (text: string) => {
      const wanted = { text, agentId: null, filters: [], limit: 10 };
      return (await searchSpokenWords(depsOf(), run.organization_id, wanted)).found;
    };
    const [found, ...others] = await search("when do you open");
    expect(found).toMatchObject({ runId: run.id, text: "Hello Ada, this is Mira.\nWhen are you open?\nFrom nine" });
    expect([others, await search("until six"), await search("taken back")]).toEqual([[], [], []]);
  });

  it("is written when nobody can add a word any more", async () => {
    const run = await endCall();
    await say(run);
    await writeTranscript(depsOf(), run.input);
    const conversation = await rig.test.everything
      .selectFrom("conversations")
      .select(["state", "active_turn", "end_reason"])
      .where("run_id", "=", run.id)
      .executeTakeFirstOrThrow();
    expect(conversation).toEqual({ state: "ended", active_turn: null, end_reason: "user_hangup" });
  });

  it("is neither lost nor kept twice when the process dies between an object and its row", async () => {
    const run = await endCall();
    await say(run);
    diesAfterPut = true;
    await expect(writeTranscript(depsOf(), run.input)).rejects.toThrow("dies here");
    expect(await filesOf(run)).toEqual([]);
    diesAfterPut = false;
    for (const _ of [1, 2]) await writeTranscript(depsOf(), run.input);
    expect((await filesOf(run)).map(({ object_key }) => object_key)).toEqual(keys(run));
    expect([...new Set(written)].sort()).toEqual(keys(run).sort());
  });

  it("is not there for a call in which nothing was said", async () => {
    const run = await endCall();
    await writeTranscript(depsOf(), run.input);
    expect([await filesOf(run), written]).toEqual([[], []]);
  });
});
