import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CarrierCredentials } from "../../../../domain/call/carrier-credentials.ts";
import { type Carrier, CarrierUnavailableError, type PlaceCallRequest } from "../../../../infra/telephony/carrier.ts";
import { createPlivoCarrier } from "../../../../infra/telephony/plivo/plivo.carrier.ts";
import { type PlivoStandIn, startPlivoStandIn } from "../plivo-stand-in.ts";

describe("requests to Plivo", () => {
  let plivo: PlivoStandIn;
  let carrier: Carrier;
  let patient: Carrier;
  let credentials: CarrierCredentials;
  let lastNumber = 0;
  beforeAll(async () => {
    plivo = await startPlivoStandIn();
    carrier = createPlivoCarrier({ baseUrl: `${plivo.baseUrl}/`, recordDelayMs: 0 });
    patient = createPlivoCarrier({ baseUrl: plivo.baseUrl });
    credentials = { auth_id: plivo.authId, auth_token: plivo.authToken };
  });
  afterAll(() => plivo.close());

  const newRequest = (): PlaceCallRequest => {
    const runUuid = randomUUID();
    lastNumber += 1;
    return {
      runUuid,
      to: `+1202555${String(2000 + lastNumber)}`,
      from: "+12025550100",
      answerUrl: `https://us.example/${runUuid}/answer`,
      statusUrl: `https://us.example/${runUuid}/status`,
      ringTimeoutSeconds: 29.6,
      timeLimitSeconds: 600,
      detectMachine: false,
      record: false,
      conversation: null,
      greeting: "Hello",
    };
  };
  const placeWith = async (more: Partial<PlaceCallRequest>, problem?: [number, string]) => {
    const request = { ...newRequest(), ...more };
    if (problem) plivo.prepare(request.to, { problem });
    return { request, result: await carrier.placeCall(credentials, request, 60_000) };
  };
  const callOf = ({ to }: PlaceCallRequest) => {
    const call = plivo.calls.find((each) => `+${each.to}` === to);
    if (!call) throw new Error("no such call");
    return call;
  };

  it("ask for a call with our URLs and limits, numbers without a plus", async () => {
    const { request, result } = await placeWith({});
    expect(callOf(request).json).toEqual({
      from: "12025550100",
      to: request.to.slice(1),
      answer_url: request.answerUrl,
      answer_method: "POST",
      ring_url: request.statusUrl,
      ring_method: "POST",
      hangup_url: request.statusUrl,
      hangup_method: "POST",
      ring_timeout: 30,
      time_limit: 600,
    });
    expect(result).toEqual({ kind: "accepted", carrierCallId: callOf(request).uuid });
  });

  it("ask for machine detection only when told to", async () => {
    const { request } = await placeWith({ detectMachine: true });
    expect(callOf(request).json["machine_detection"]).toBe("true");
    expect(callOf(request).json).not.toHaveProperty("machine_detection_url");
  });

  it("let an agent talk at once, and have the machine told beside it", async () => {
    const conversation = { webSocketUrl: "", language: "en-US" };
    const { request } = await placeWith({ detectMachine: true, conversation });
    const told = { machine_detection_url: request.statusUrl, machine_detection_method: "POST" };
    expect(callOf(request).json).toMatchObject({ machine_detection: "true", ...told });
  });

  it.each([
    [400, '{"error": "to parameter is not valid"}', { kind: "refused", outcome: "invalid_number" }],
    [400, '{"error": "Invalid destination number"}', { kind: "refused", outcome: "invalid_number" }],
    [400, '{"error": "from parameter is not valid"}', { kind: "account_unusable" }],
    [400, '{"error": "answer_url is not a valid URL"}', { kind: "account_unusable" }],
    [400, '{"error": "insufficient credit"}', { kind: "account_unusable" }],
    [400, '{"error": {"caller_name": ["too long"]}}', { kind: "refused", outcome: "failed" }],
    [401, "Could not verify your access level for that URL.", { kind: "account_unusable" }],
    [402, '{"error": "payment required"}', { kind: "account_unusable" }],
    [403, '{"error": "calls to this country are not enabled"}', { kind: "refused", outcome: "failed" }],
    [404, '{"error": "not found"}', { kind: "account_unusable" }],
    [429, '{"error": "too many requests"}', { kind: "throttled", retryAfterSeconds: 1 }],
    [400, "<html>Bad gateway rules</html>", { kind: "unknown" }],
    [403, "Forbidden", { kind: "unknown" }],
    [200, "{}", { kind: "unknown" }],
    [201, '{"request_uuid": ["several"]}', { kind: "unknown" }],
    [302, "", { kind: "unknown" }],
    [408, '{"error": "time-out"}', { kind: "unknown" }],
    [421, "", { kind: "unknown" }],
    [500, '{"error": "server error"}', { kind: "unknown" }],
    [502, "", { kind: "unknown" }],
  ] as const)("answered with HTTP %d, %s mean %j, after one request", async (status, body, meaning) => {
    const before = plivo.requests.length;
    const { result } = await placeWith({}, [status, body]);
    expect(result).toMatchObject(meaning);
    expect(plivo.requests.length - before).toBe(1);
  });

  it("without a caller id are refused as the account's problem", async () => {
    expect((await placeWith({ from: "" })).result.kind).toBe("account_unusable");
  });

  describe("to find a call", () => {
    const find = (request: PlaceCallRequest, requestedAt = new Date(), by = carrier) =>
      by.findCall(credentials, { ...request, requestedAt });

    it.each(["queued", "ringing", "in-progress", "over"] as const)("find it when it is %s", async (status) => {
      const { request } = await placeWith({});
      const call = callOf(request);
      Object.assign(call, { status, endedAt: status === "over" ? new Date() : null });
      expect((await find(request))?.carrierCallId).toBe(call.uuid);
    });

    it("leave aside an earlier and a later call to the same number", async () => {
      const { request } = await placeWith({});
      const call = callOf(request);
      call.status = "ringing";
      expect(await find(request)).not.toBeNull();
      call.begunAt = new Date(Date.now() - 10_000);
      expect(await find(request)).toBeNull();
      call.begunAt = new Date(Date.now() + 310_000);
      expect(await find(request)).toBeNull();
    });

    it("leave aside a call from another number, and one that came in", async () => {
      const { request } = await placeWith({});
      expect(await find({ ...request, from: "+12025550101" })).toBeNull();
      callOf(request).direction = "inbound";
      expect(await find(request)).toBeNull();
    });

    it("cannot tell two calls of one time apart, and say so", async () => {
      const { request } = await placeWith({});
      await placeWith({ to: request.to });
      await expect(find(request)).rejects.toThrow(CarrierUnavailableError);
    });

    it("look through all records of a number", async () => {
      const { request } = await placeWith({});
      const ours = callOf(request);
      Object.assign(ours, { status: "over", endedAt: new Date() });
      const longAgo = new Date(Date.now() - 1_800_000);
      const earlier = Array.from({ length: 25 }, () => ({ ...ours, uuid: randomUUID(), begunAt: longAgo }));
      plivo.calls.unshift(...earlier);
      expect((await find(request))?.carrierCallId).toBe(ours.uuid);
    });

    it("take nothing for an answer only when a record would be there", async () => {
      const request = newRequest();
      await expect(find(request, new Date(), patient)).rejects.toThrow(CarrierUnavailableError);
      expect(await find(request, new Date(Date.now() - 61_000), patient)).toBeNull();
    });
  });

  it("put numbers on the application that the account names, and set its addresses", async () => {
    const [number] = plivo.shop.numbers;
    if (!number) throw new Error("no number");
    number.held = 1;
    plivo.shop.applications.push({
      id: "42",
      name: "Ours",
      answerUrl: "https://a",
      hangupUrl: "https://b",
      messageUrl: null,
    });
    const target = {
      inboundUrl: "https://us.example/inbound",
      statusUrl: "https://us.example/inbound/status",
      textUrl: "https://us.example/texts",
    };
    const owned = { phoneNumber: `+${number.number}`, carrierNumberId: number.number };
    await carrier.numbers?.pointInbound({ ...credentials, application_id: "42" }, owned, target);
    expect(number.appId).toBe("42");
    expect(plivo.shop.applications.find(({ id }) => id === "42")).toMatchObject({
      answerUrl: target.inboundUrl,
      hangupUrl: target.statusUrl,
    });
  });

  it("make one application for one address, and mend it when somebody changed it", async () => {
    const [, number] = plivo.shop.numbers;
    if (!number) throw new Error("no number");
    number.held = 1;
    const owned = { phoneNumber: `+${number.number}`, carrierNumberId: number.number };
    const target = {
      inboundUrl: "https://one.example/inbound",
      statusUrl: "https://one.example/inbound/status",
      textUrl: "https://one.example/texts",
    };
    await carrier.numbers?.pointInbound(credentials, owned, target);
    const application = plivo.shop.applications.find(({ id }) => id === number.appId);
    if (!application) throw new Error("no application");
    application.hangupUrl = "https://elsewhere.example";
    const before = plivo.shop.applications.length;
    await carrier.numbers?.pointInbound(credentials, owned, target);
    expect(application).toMatchObject({ answerUrl: target.inboundUrl, hangupUrl: target.statusUrl });
    expect(plivo.shop.applications).toHaveLength(before);
    await carrier.numbers?.pointInbound(credentials, owned, { ...target, statusUrl: "https://two.example/status" });
    expect(plivo.shop.applications).toHaveLength(before + 1);
    expect(application.hangupUrl).toBe(target.statusUrl);
  });

  it("never send credentials to another host, whatever the recording's address", async () => {
    const recording = { recordingId: randomUUID(), durationSeconds: null };
    for (const url of ["https://plivo.com.evil.example/a.mp3", "http://media.plivo.com/a.mp3", "nowhere"]) {
      const before = plivo.requests.length;
      expect(await carrier.openRecording(credentials, { ...recording, url })).toBeNull();
      expect(plivo.requests.length - before).toBe(1);
    }
  });

  it("wait for a recording that is known and not there yet", async () => {
    const id = randomUUID();
    plivo.recordings.keep({ id, callUuid: randomUUID(), seconds: 1 });
    const kept = plivo.recordings.all.get(id);
    if (!kept) throw new Error("no recording");
    kept.url = `${plivo.baseUrl}/v1/Account/${plivo.authId}/Recording/${randomUUID()}.mp3`;
    const opened = carrier.openRecording(credentials, { recordingId: id, url: kept.url, durationSeconds: 1 });
    await expect(opened).rejects.toThrow(CarrierUnavailableError);
  });
});
