import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { CarrierCredentials } from "../../../../domain/call/carrier-credentials.ts";
import { type Carrier, CarrierUnavailableError, type PlaceCallRequest } from "../../../../infra/telephony/carrier.ts";
import { decodeCallState, encodeCallState } from "../../../../infra/telephony/telnyx/telnyx.call-state.ts";
import { createTelnyxCarrier } from "../../../../infra/telephony/telnyx/telnyx.carrier.ts";
import { startTelnyxStandIn, type TelnyxStandIn } from "../telnyx-stand-in.ts";

let telnyx: TelnyxStandIn;
let carrier: Carrier;
let credentials: CarrierCredentials;
let lastNumber = 0;

beforeAll(async () => {
  telnyx = await startTelnyxStandIn();
  carrier = createTelnyxCarrier({ baseUrl: `${telnyx.baseUrl}/` });
  credentials = { api_key: telnyx.apiKey, connection_id: telnyx.connectionId, webhook_public_key: telnyx.publicKey };
});
afterAll(() => telnyx.close());
beforeEach(() => telnyx.showEventsAs("event"));

const newRequest = (): PlaceCallRequest => {
  const runUuid = randomUUID();
  lastNumber += 1;
  return {
    runUuid,
    to: `+1202555${String(3000 + lastNumber)}`,
    from: "+12025550100",
    answerUrl: `${telnyx.baseUrl}/nowhere/${runUuid}/answer`,
    statusUrl: `${telnyx.baseUrl}/nowhere/${runUuid}/status`,
    ringTimeoutSeconds: 29.6,
    timeLimitSeconds: 600,
    detectMachine: false,
    record: false,
    conversation: null,
    greeting: "Hello",
  };
};
const placeWith = async (more: Partial<PlaceCallRequest>) => {
  const request = { ...newRequest(), ...more };
  return { request, result: await carrier.placeCall(credentials, request, 60_000) };
};
const lastBody = (path: string) => telnyx.requests.findLast((request) => request.path === path)?.body;
const idOf = ({ result }: Awaited<ReturnType<typeof placeWith>>): string => {
  if (result.kind !== "accepted") throw new Error(JSON.stringify(result));
  return result.carrierCallId;
};

describe("a request for a call at Telnyx", () => {
  it("names the run, and leaves out what is not asked for", async () => {
    const { request } = await placeWith({});
    const body = lastBody("/v2/calls");
    expect(body).toMatchObject({ command_id: request.runUuid, webhook_url: request.statusUrl, timeout_secs: 30 });
    for (const field of ["answering_machine_detection", "record", "conversation_relay_config"]) {
      expect(body).not.toHaveProperty(field);
    }
  });

  it("asks for detection, recording and relay, each in Telnyx's own words", async () => {
    const conversation = { webSocketUrl: "wss://us.example/relay", language: "de-DE" };
    const placed = await placeWith({ detectMachine: true, record: true, conversation });
    expect(lastBody("/v2/calls")).toMatchObject({
      answering_machine_detection: "premium",
      record: "record-from-answer",
      conversation_relay_config: {
        url: "wss://us.example/relay",
        language: "de-DE",
        dtmf_detection: true,
        interruptible: "any",
      },
    });
    const { clientState } = telnyx.book.find(idOf(placed)) ?? {};
    const { statusUrl } = placed.request;
    expect(decodeCallState(clientState)).toEqual({ statusUrl, relays: true, detects: true });
  });

  it("keeps its times within what Telnyx takes", async () => {
    await placeWith({ ringTimeoutSeconds: 2, timeLimitSeconds: 90_000 });
    expect(lastBody("/v2/calls")).toMatchObject({ timeout_secs: 5, time_limit_secs: 14_400 });
  });

  const fault = (status: number, code: string, more: { detail?: string; pointer?: string } = {}) => ({
    status,
    code,
    title: "A title",
    detail: "",
    ...more,
  });
  it.each([
    [fault(429, "90103"), { kind: "throttled", retryAfterSeconds: 1 }],
    [fault(429, "10011"), { kind: "throttled" }],
    [fault(403, "10010", { detail: "User channel limit exceeded D1" }), { kind: "throttled" }],
    [fault(403, "10010", { detail: "Connection D3" }), { kind: "throttled" }],
    [
      fault(403, "10010", { detail: "Dialed number is not included in whitelisted countries D13" }),
      { kind: "refused", outcome: "failed" },
    ],
    [fault(403, "10010", { detail: "No outbound voice profile assigned D38" }), { kind: "account_unusable" }],
    [fault(401, "10009"), { kind: "account_unusable" }],
    [fault(402, "20100", { detail: "Insufficient funds" }), { kind: "account_unusable" }],
    [fault(404, "10005"), { kind: "account_unusable" }],
    [fault(422, "10016", { pointer: "/to" }), { kind: "refused", outcome: "invalid_number" }],
    [fault(422, "10002"), { kind: "refused", outcome: "invalid_number" }],
    [fault(422, "10016", { pointer: "/from" }), { kind: "account_unusable" }],
    [fault(422, "10015", { pointer: "/connection_id" }), { kind: "account_unusable" }],
    [fault(422, "10033", { pointer: "/timeout_secs" }), { kind: "refused", outcome: "failed" }],
    // A code of the same number means something else here: SRTP.
    [fault(422, "10011", { pointer: "/media_encryption" }), { kind: "refused", outcome: "failed" }],
    [fault(408, "10008"), { kind: "unknown" }],
    [fault(500, "10007"), { kind: "unknown" }],
    [fault(503, "10007"), { kind: "unknown" }],
  ])("answered with %j means %j, after one request", async (answer, meaning) => {
    const request = newRequest();
    telnyx.prepare(request.to, { fault: answer });
    const before = telnyx.requests.length;
    expect(await carrier.placeCall(credentials, request, 60_000)).toMatchObject(meaning);
    expect(telnyx.requests.length - before).toBe(1);
  });

  it("is unknown when the answer is somebody's in between", async () => {
    const stranger = createTelnyxCarrier({ baseUrl: `${telnyx.baseUrl}/store` });
    expect((await stranger.placeCall(credentials, newRequest(), 60_000)).kind).toBe("unknown");
  });
});

describe("looking for a call at Telnyx", () => {
  const lose = async () => {
    const request = newRequest();
    telnyx.prepare(request.to, { request: "response_lost" });
    await carrier.placeCall(credentials, request, 60_000);
    return { ...request, requestedAt: new Date() };
  };
  const dials = () => telnyx.requests.filter(({ method, path }) => method === "POST" && path === "/v2/calls").length;

  it.each(["event", "webhook", "payload", "other_names"] as const)(
    "finds it in events told as %s, by what it carries",
    async (shape) => {
      telnyx.showEventsAs(shape);
      const query = await lose();
      const before = dials();
      const found = await carrier.findCall(credentials, query);
      expect(telnyx.book.find(found?.carrierCallId ?? "")?.to).toBe(query.to);
      expect(await carrier.fetchCall(credentials, found?.carrierCallId ?? "")).toMatchObject({ state: "ringing" });
      expect(dials()).toBe(before);
    },
  );

  it("finds it among active calls while it has told nothing, on whatever page", async () => {
    for (let count = 0; count < 260; count += 1) {
      telnyx.book.comeIn({ from: "+12025550143", to: "+12025550144", webhookUrl: `${telnyx.baseUrl}/nowhere` });
    }
    telnyx.showEventsAs("empty");
    const found = await carrier.findCall(credentials, await lose());
    expect(found?.state).toBe("ringing");
  });

  it("does not say that there is none while it cannot tell whose a call was", async () => {
    telnyx.showEventsAs("empty");
    const { request } = await placeWith({});
    telnyx.prepare(request.to, { ends: "busy" });
    await carrier.placeCall(credentials, { ...newRequest(), to: request.to }, 60_000);
    await expect(
      carrier.findCall(credentials, { ...newRequest(), to: request.to, requestedAt: new Date() }),
    ).rejects.toThrow(CarrierUnavailableError);
  });

  it("takes neither another run's call to the same number, nor the leg of a transfer", async () => {
    const query = { ...newRequest(), requestedAt: new Date() };
    const other = telnyx.book.find(idOf(await placeWith({ to: query.to })));
    if (!other) throw new Error("no call");
    telnyx.book.event(other, "call.initiated", new Date());
    expect(await carrier.findCall(credentials, query)).toBeNull();
    Object.assign(other, { clientState: encodeCallState({ statusUrl: query.statusUrl, transferOf: "v3:first" }) });
    telnyx.book.event(other, "call.initiated", new Date());
    expect(await carrier.findCall(credentials, query)).toBeNull();
    Object.assign(other, { clientState: encodeCallState({ statusUrl: query.statusUrl }) });
    telnyx.book.event(other, "call.initiated", new Date());
    expect((await carrier.findCall(credentials, query))?.carrierCallId).toBe(other.callControlId);
  });
});

describe("a call at Telnyx that is over", () => {
  it("is not told to be over in a way that nobody knows", async () => {
    const placed = await placeWith({});
    const call = telnyx.book.find(idOf(placed));
    if (!call) throw new Error("no call");
    Object.assign(call, { isAlive: false, endedAt: new Date(), events: [] });
    await expect(carrier.fetchCall(credentials, idOf(placed))).rejects.toThrow(CarrierUnavailableError);
  });

  it("is not one that does not exist, when it is the key that is refused", async () => {
    const id = idOf(await placeWith({}));
    await expect(carrier.fetchCall({ ...credentials, api_key: "KEYwrong" }, id)).rejects.toThrow(
      CarrierUnavailableError,
    );
  });
});

describe("the account at Telnyx", () => {
  it.each([
    [{ active: false }, "not active"],
    [{ outbound: { outbound_voice_profile_id: null } }, "outbound voice profile"],
    [{ webhook_api_version: "1" }, "API v2"],
  ])("is not ready with %j", async (flaw, sentence) => {
    const { active, outbound, webhook_api_version } = telnyx.application;
    Object.assign(telnyx.application, flaw);
    const checked = await carrier.checkAccount(credentials);
    Object.assign(telnyx.application, { active, outbound, webhook_api_version });
    expect(checked).toMatchObject({ reachable: true, ok: false, message: expect.stringContaining(sentence) });
  });

  it("is another's, when the application is not there", async () => {
    const checked = await carrier.checkAccount({ ...credentials, connection_id: "42" });
    expect(checked).toMatchObject({ reachable: true, ok: false, message: expect.stringContaining("10005") });
  });
});

describe("a recording at Telnyx", () => {
  it("is found by its leg where the event did not name it, and read without our key", async () => {
    const placed = await placeWith({});
    const call = telnyx.book.find(idOf(placed));
    if (!call) throw new Error("no call");
    telnyx.recordings.set("the-recording", call);
    const opened = await carrier.openRecording(credentials, {
      recordingId: `leg:${call.legId}`,
      url: null,
      durationSeconds: null,
    });
    expect(opened).toMatchObject({ contentType: "audio/mpeg", sizeBytes: telnyx.mp3.length });
    opened?.stream.destroy();
    expect(
      await carrier.openRecording(credentials, {
        recordingId: `leg:${randomUUID()}`,
        url: null,
        durationSeconds: null,
      }),
    ).toBeNull();
  });
});
