import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import { createSimulatorServer, type SimulatorServer } from "../../../infra/simulator/server.ts";
import type { PlaceCallRequest } from "../../../infra/telephony/carrier.ts";
import { createSimulatorCarrier } from "../../../infra/telephony/simulator/simulator.carrier.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type CallbackReceiver, startCallbackReceiver } from "../telephony/callback-receiver.ts";
import { createSimulatorClient } from "./simulator-client.ts";

const signingKey = "a key of the simulator's tests";

describe("the simulator", () => {
  let dataDir: string;
  let receiver: CallbackReceiver;
  let server: SimulatorServer | null = null;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "simulator-"));
    receiver = await startCallbackReceiver();
  });
  afterEach(async () => {
    await server?.close(0);
    server = null;
    await receiver.close();
    await rm(dataDir, { recursive: true });
  });

  const start = async (script: SimulatorScriptInput = {}) => {
    server = createSimulatorServer({ signingKey, dataDir, script: { speed: 500, ...script } });
    const baseUrl = await server.listen(0, "127.0.0.1");
    const client = createSimulatorClient(baseUrl, signingKey);
    const carrier = createSimulatorCarrier({ baseUrl, signingKey });
    const place = (runUuid: string, more: Partial<PlaceCallRequest> = {}, credentials = {}) =>
      carrier.placeCall({ account: "a", ...credentials }, { ...request(runUuid), ...more }, 60_000);
    return { client, carrier, place };
  };
  const request = (runUuid: string): PlaceCallRequest => ({
    runUuid,
    to: "+12025550107",
    from: "",
    answerUrl: `${receiver.baseUrl}/${runUuid}/answer`,
    statusUrl: `${receiver.baseUrl}/${runUuid}/status`,
    ringTimeoutSeconds: 30,
    timeLimitSeconds: 600,
    detectMachine: true,
    record: false,
    conversation: null,
    greeting: "Hello",
  });
  const typesOf = (runUuid: string): string[] =>
    receiver.of(runUuid).map((each) => JSON.parse(each.body.toString()).type);
  const allEvents = (runUuid: string, count: number) =>
    waitUntil(`${count} callbacks came`, () => typesOf(runUuid).length >= count && typesOf(runUuid));
  const answered = { outcomes: ["answered" as const], ring_seconds: 1, talk_seconds: 2 };

  it("tells what whoever answered has heard of a call that is not talked on", async () => {
    const { client, place } = await start({ defaults: answered });
    const placed = await place("run-greeted");
    expect(placed).toMatchObject({ kind: "accepted" });
    await allEvents("run-greeted", 3);
    const [call] = await client.record();
    const answer = await client.ask("GET", `/v1/calls/${call?.call_id}/heard`);
    expect(await answer.json()).toMatchObject({ heard: [{ who: "agent", what: "said", text: "Hello" }] });
  });

  it("records a second request with the same key, and makes no second call", async () => {
    const { client, place } = await start({ defaults: answered });
    const results = [await place("run-1"), await place("run-1"), await place("run-2")];
    expect(results[0]).toEqual(results[1]);
    expect(results[2]).not.toEqual(results[0]);
    expect(await client.summary()).toMatchObject({
      requests: 3,
      calls: 2,
      answers: { accepted: 2, duplicate: 1 },
      requests_per_key: { "run-1": 2, "run-2": 1 },
      repeated_keys: ["run-1"],
      dials_per_number: { "+12025550107": 2 },
    });
  });

  it("does not hold a throttled request against the one that follows it", async () => {
    const { client, place } = await start({ defaults: { ...answered, misbehaviours: { throttled_times: 1 } } });
    expect((await place("run-1")).kind).toBe("throttled");
    expect((await place("run-1")).kind).toBe("accepted");
    expect(await client.summary()).toMatchObject({ requests: 2, calls: 1, repeated_keys: [] });
  });

  it("remembers record, script and calls when it starts again, and goes on with calls in progress", async () => {
    const first = await start({ defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 300 } });
    await first.client.writeScript({ speed: 500, seed: "mine", defaults: { outcomes: ["busy"] } }, "?account=b");
    const placed = await first.place("run-1");
    await allEvents("run-1", 2);
    const before = await first.client.record();
    await server?.close(0);

    const second = await start();
    expect(await second.client.record()).toEqual(before);
    expect(await (await second.client.ask("GET", "/v1/script?account=b")).json()).toMatchObject({ seed: "mine" });
    const id = placed.kind === "accepted" ? placed.carrierCallId : "";
    await waitUntil("the call ended", async () => (await second.carrier.fetchCall({}, id))?.state === "completed");
    expect(await allEvents("run-1", 3)).toEqual(["ringing", "answered", "completed"]);
    expect(await second.carrier.fetchCall({}, id)).toMatchObject({ outcome: "answered", durationSeconds: 300 });
    expect((await second.place("run-1")).kind).toBe("accepted");
    expect((await second.client.summary()).repeated_keys).toEqual(["run-1"]);
  });

  it("delivers again what the receiver did not take", async () => {
    receiver.answerWith(503);
    const { place } = await start({ defaults: answered });
    await place("run-1");
    await allEvents("run-1", 3);
    receiver.answerWith(204);
    const seen = await allEvents("run-1", 6);
    expect(new Set(seen)).toEqual(new Set(["ringing", "answered", "completed"]));
  });

  it("delivers after its own restart what the receiver did not take before", async () => {
    receiver.answerWith(503);
    const { place } = await start({ defaults: answered });
    await place("run-1");
    await allEvents("run-1", 3);
    await server?.close(0);
    receiver.answerWith(204);
    const before = typesOf("run-1").length;
    await start();
    expect((await allEvents("run-1", before + 3)).slice(before)).toEqual(["ringing", "answered", "completed"]);
  });

  it("loses callbacks when told to", async () => {
    const { client, place } = await start({ defaults: { ...answered, misbehaviours: { callback_lost: 1 } } });
    await place("run-1");
    await waitUntil("the call ended", async () => (await client.summary()).in_flight === 0);
    await client.writeScript({ speed: 500, defaults: answered });
    await place("run-2");
    await allEvents("run-2", 3);
    expect(typesOf("run-1")).toEqual([]);
  });

  it("delivers twice when told to", async () => {
    const { place } = await start({ defaults: { ...answered, misbehaviours: { callback_duplicated: 1 } } });
    await place("run-1");
    expect(await allEvents("run-1", 6)).toEqual(["ringing", "answered", "completed"].flatMap((type) => [type, type]));
  });

  it("delivers in the wrong order when told to", async () => {
    const { place } = await start({ defaults: { ...answered, misbehaviours: { callback_reordered: 1 } } });
    await place("run-1");
    expect(await allEvents("run-1", 3)).toEqual(["completed", "answered", "ringing"]);
  });

  it("sends the first event before its answer when told to", async () => {
    const { place } = await start({ defaults: { ...answered, misbehaviours: { event_before_response: 1 } } });
    await place("run-1");
    expect(typesOf("run-1")).toContain("ringing");
  });

  it("counts opt-outs apart from answers, and tells them with the call", async () => {
    const { client, carrier, place } = await start({ defaults: { ...answered, outcomes: ["opted_out"] } });
    const placed = await place("run-1");
    await waitUntil("the call ended", async () => (await client.summary()).in_flight === 0);
    const call = await carrier.fetchCall({}, placed.kind === "accepted" ? placed.carrierCallId : "");
    expect(call).toMatchObject({ outcome: "answered", optedOut: true, answeredBy: "person" });
    expect((await client.summary()).outcomes).toEqual({ opted_out: 1 });
  });

  it("charges nothing for a sandbox call", async () => {
    const { client, place } = await start({ defaults: { ...answered, talk_seconds: 61 }, cost_per_minute_minor: 3 });
    await place("run-1", {}, { account: "paid" });
    await place("run-2", {}, { account: "free", sandbox: true });
    await waitUntil("the calls ended", async () => (await client.summary()).in_flight === 0);
    expect((await client.summary("?account=paid")).cost_minor).toEqual({ USD: 6 });
    expect((await client.summary("?account=free")).cost_minor).toEqual({ USD: 0 });
  });

  it("holds an account to its calls per second", async () => {
    const { client, place } = await start({ defaults: answered, calls_per_second: 2 });
    // On a busy machine more than a second may lie between them: then three others are placed.
    const kinds = await waitUntil("three requests come within a second", async () => {
      const placed = await Promise.all([randomUUID(), randomUUID(), randomUUID()].map((run) => place(run)));
      const answers = placed.map(({ kind }) => kind).toSorted();
      return answers.includes("throttled") && answers;
    });
    expect(kinds.slice(-1)).toEqual(["throttled"]);
    expect((await place("4", {}, { account: "other" })).kind).toBe("accepted");
    expect((await client.summary("?account=a")).peak_calls_per_second).toBe(2);
  });

  it("refuses a suspended account, and takes it again afterwards", async () => {
    const { client, place } = await start({ defaults: answered, suspended_accounts: ["a"] });
    expect((await place("run-1")).kind).toBe("account_unusable");
    expect((await place("run-2", {}, { account: "b" })).kind).toBe("accepted");
    await client.writeScript({ defaults: answered });
    expect((await place("run-1")).kind).toBe("accepted");
    expect((await client.summary()).repeated_keys).toEqual([]);
  });

  it("filters its record by account and time, and forgets one account alone", async () => {
    const { client, place } = await start({ defaults: answered });
    await place("run-1");
    await place("run-2", {}, { account: "b" });
    const [, second] = await client.record();
    expect(await client.record("?account=b")).toEqual([second]);
    expect(await client.record(`?since=${(second?.received_at_ms ?? 0) + 1}`)).toEqual([]);
    await client.ask("DELETE", "/v1/record?account=b");
    expect((await client.record()).map((each) => each.idempotency_key)).toEqual(["run-1"]);
    await client.ask("DELETE", "/v1/record");
    expect(await client.summary()).toMatchObject({ requests: 0, calls: 0 });
  });

  it("records strangers and nonsense, and answers health to anybody", async () => {
    const { client } = await start();
    const baseUrl = new URL((await client.ask("GET", "/v1/script")).url).origin;
    const post = (authorization: string, body: string) =>
      fetch(`${baseUrl}/v1/calls`, { method: "POST", headers: { authorization }, body });
    expect((await post("Bearer wrong", JSON.stringify({ to: "+12025550107", idempotency_key: "k" }))).status).toBe(401);
    expect((await post(`Bearer ${signingKey}`, "not json")).status).toBe(422);
    expect((await client.record()).map((each) => each.answer)).toEqual(["unauthorized", "invalid_request"]);
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/v1/record`)).status).toBe(401);
  });

  it("refuses a script that it does not understand, and keeps the old one", async () => {
    const { client } = await start({ seed: "old" });
    await expect(client.ask("PUT", "/v1/script", { sed: "new" })).rejects.toThrow(/422.*sed/s);
    expect(await (await client.ask("GET", "/v1/script")).json()).toMatchObject({ seed: "old" });
  });
});
