import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CarrierCredentials } from "../../../../domain/call/carrier-credentials.ts";
import { type Carrier, CarrierUnavailableError, type PlaceCallRequest } from "../../../../infra/telephony/carrier.ts";
import { createTwilioCarrier } from "../../../../infra/telephony/twilio/twilio.carrier.ts";
import { startTwilioStandIn, type TwilioStandIn } from "../twilio-stand-in.ts";

describe("requests to Twilio", () => {
  let twilio: TwilioStandIn;
  let carrier: Carrier;
  let credentials: CarrierCredentials;
  let lastNumber = 0;
  beforeAll(async () => {
    twilio = await startTwilioStandIn();
    carrier = createTwilioCarrier({ baseUrl: `${twilio.baseUrl}/` });
    credentials = { account_sid: twilio.accountSid, auth_token: twilio.authToken };
  });
  afterAll(() => twilio.close());

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
  const placeWith = async (more: Partial<PlaceCallRequest>, problem?: [number, number]) => {
    const request = { ...newRequest(), ...more };
    if (problem) twilio.prepare(request.to, { problem });
    return { request, result: await carrier.placeCall(credentials, request, 60_000) };
  };
  const callOf = (request: PlaceCallRequest) => {
    const call = twilio.calls.find((each) => each.form.get("To") === request.to);
    if (!call) throw new Error("no such call");
    return call;
  };

  it("ask for all events, with our URLs and limits", async () => {
    const { request } = await placeWith({});
    const form = callOf(request).form;
    expect(form.getAll("StatusCallbackEvent")).toEqual(["ringing", "answered", "completed"]);
    expect(Object.fromEntries(form)).toMatchObject({
      Url: request.answerUrl,
      StatusCallback: request.statusUrl,
      Timeout: "30",
      TimeLimit: "600",
    });
    expect(form.has("MachineDetection")).toBe(false);
  });

  it("ask for machine detection only when told to", async () => {
    const { request } = await placeWith({ detectMachine: true });
    expect(callOf(request).form.get("MachineDetection")).toBe("Enable");
  });

  it("do not keep people waiting for machine detection when an agent talks", async () => {
    const conversation = { webSocketUrl: "wss://us.example/relay", language: "en-US" };
    const { request } = await placeWith({ detectMachine: true, conversation });
    expect(Object.fromEntries(callOf(request).form)).toMatchObject({
      MachineDetection: "DetectMessageEnd",
      AsyncAmd: "true",
      AsyncAmdStatusCallback: request.statusUrl,
      AsyncAmdStatusCallbackMethod: "POST",
    });
  });

  it.each([
    [400, 21211, { kind: "refused", outcome: "invalid_number" }],
    [400, 21217, { kind: "refused", outcome: "invalid_number" }],
    [400, 21214, { kind: "refused", outcome: "invalid_number" }],
    [400, 21215, { kind: "refused", outcome: "failed" }],
    [400, 21216, { kind: "refused", outcome: "rejected" }],
    [400, 21210, { kind: "account_unusable" }],
    [400, 21212, { kind: "account_unusable" }],
    [400, 21606, { kind: "account_unusable" }],
    [401, 20003, { kind: "account_unusable" }],
    [403, 20005, { kind: "account_unusable" }],
    [404, 20404, { kind: "account_unusable" }],
    [429, 20429, { kind: "throttled", retryAfterSeconds: 1 }],
    [400, 10004, { kind: "throttled", retryAfterSeconds: 1 }],
    [400, 99999, { kind: "refused", outcome: "failed" }],
    [408, 20408, { kind: "unknown" }],
    [302, 20001, { kind: "unknown" }],
    [421, 0, { kind: "unknown" }],
    [500, 20500, { kind: "unknown" }],
    [502, 0, { kind: "unknown" }],
  ] as const)("answered with HTTP %d, code %d mean %j, after one request", async (status, code, meaning) => {
    const before = twilio.requests.length;
    const { result } = await placeWith({}, [status, code]);
    expect(result).toMatchObject(meaning);
    expect(twilio.requests.length - before).toBe(1);
  });

  it("without a caller id are refused as the account's problem", async () => {
    expect((await placeWith({ from: "" })).result.kind).toBe("account_unusable");
  });

  describe("to find a call", () => {
    const find = (request: PlaceCallRequest, requestedAt = new Date()) =>
      carrier.findCall(credentials, { ...request, requestedAt });

    it("leave aside an earlier and a later call to the same number", async () => {
      const { request } = await placeWith({});
      expect(await find(request)).not.toBeNull();
      expect(await find(request, new Date(Date.now() + 10_000))).toBeNull();
      expect(await find(request, new Date(Date.now() - 70_000))).toBeNull();
    });

    it("tell two calls of one minute apart by Twilio's log, and wait until it opens", async () => {
      const first = await placeWith({});
      const second = await placeWith({ to: first.request.to });
      const sidOf = (url: string) => twilio.calls.find((call) => call.form.get("StatusCallback") === url)?.sid;
      await expect(find(first.request)).rejects.toThrow(CarrierUnavailableError);
      for (const call of twilio.calls) call.log = [call.form.get("Url") ?? "", call.form.get("StatusCallback") ?? ""];
      expect((await find(first.request))?.carrierCallId).toBe(sidOf(first.request.statusUrl));
      expect((await find(second.request))?.carrierCallId).toBe(sidOf(second.request.statusUrl));
      expect(await find({ ...newRequest(), to: first.request.to })).toBeNull();
    });
  });

  describe("to hang up", () => {
    it("complete after all a call that was answered while it was being cancelled", async () => {
      const { request, result } = await placeWith({});
      twilio.changeBeforeUpdate("in-progress");
      await carrier.hangUp(credentials, result.kind === "accepted" ? result.carrierCallId : "");
      expect(callOf(request).status).toBe("completed");
    });

    it("do not mind a call that ended a moment before", async () => {
      const { request, result } = await placeWith({});
      twilio.changeBeforeUpdate("busy");
      await carrier.hangUp(credentials, result.kind === "accepted" ? result.carrierCallId : "");
      expect(callOf(request).status).toBe("busy");
    });
  });

  describe("for a recording", () => {
    const recordedAs = (status: string) => {
      const recordingId = twilio.recordings.record("CA1");
      twilio.recordings.kept.set(recordingId, { callSid: "CA1", status });
      return carrier.openRecording(credentials, { recordingId, url: null, durationSeconds: null });
    };

    it.each(["processing", "in-progress"])("say that it is not ready: %s", async (status) => {
      await expect(recordedAs(status)).rejects.toThrow(CarrierUnavailableError);
    });

    it.each(["absent", "deleted"])("find none: %s", async (status) => {
      expect(await recordedAs(status)).toBeNull();
    });

    it("are none for the event of one that turned out empty", () => {
      const url = "https://us.example/run/status";
      const body = `AccountSid=${twilio.accountSid}&CallSid=CA1&RecordingSid=RE1&RecordingStatus=absent`;
      const read = carrier.readCallback(credentials, {
        method: "POST",
        url,
        headers: twilio.sign({ url, body }),
        body: Buffer.from(body),
      });
      expect(read).toMatchObject({ ok: true, event: { eventId: "CA1.RE1.absent" } });
      expect(read).not.toHaveProperty("event.recording");
    });
  });

  it("requests to Twilio of another account are not believed, however well signed", () => {
    const url = "https://us.example/run/status";
    const read = (accountSid: string) => {
      const body = `AccountSid=${accountSid}&CallSid=CA1&CallStatus=ringing`;
      return carrier.readCallback(credentials, {
        method: "POST",
        url,
        headers: twilio.sign({ url, body }),
        body: Buffer.from(body),
      });
    };
    expect(read(twilio.accountSid).ok).toBe(true);
    expect(read("AC1").ok).toBe(false);
  });
});
