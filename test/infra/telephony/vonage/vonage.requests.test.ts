import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Carrier, CarrierUnavailableError, type PlaceCallRequest } from "../../../../infra/telephony/carrier.ts";
import { createVonageCarrier } from "../../../../infra/telephony/vonage/vonage.carrier.ts";
import { startVonageStandIn, type VonageStandIn } from "../vonage-stand-in.ts";

describe("requests to Vonage", () => {
  let vonage: VonageStandIn;
  let carrier: Carrier;
  let lastNumber = 0;
  beforeAll(async () => {
    vonage = await startVonageStandIn();
    carrier = createVonageCarrier({ baseUrl: `${vonage.baseUrl}/` });
  });
  afterAll(() => vonage.close());

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
  const placeWith = async (more: Partial<PlaceCallRequest>, problem?: { status: number; body: unknown }) => {
    const request = { ...newRequest(), ...more };
    if (problem) vonage.prepare(request.to, { problem });
    return { request, result: await carrier.placeCall(vonage.credentials, request, 60_000) };
  };
  const callOf = ({ to }: PlaceCallRequest) => {
    const call = vonage.calls.find((each) => `+${each.request.to[0]?.number}` === to);
    if (!call) throw new Error("no such call");
    return call;
  };

  it("to dial name our addresses and limits, and numbers without a plus", async () => {
    const { request } = await placeWith({});
    expect(callOf(request).request).toEqual({
      to: [{ type: "phone", number: request.to.slice(1) }],
      from: { type: "phone", number: "12025550100" },
      answer_url: [request.answerUrl],
      answer_method: "POST",
      event_url: [request.statusUrl],
      event_method: "POST",
      ringing_timer: 30,
      length_timer: 600,
    });
  });

  it("to dial stay within what Vonage takes, and detect machines only when told to", async () => {
    const { request } = await placeWith({ ringTimeoutSeconds: 300, timeLimitSeconds: 100_000, detectMachine: true });
    expect(callOf(request).request).toMatchObject({
      ringing_timer: 120,
      length_timer: 86_400,
      advanced_machine_detection: { behavior: "continue", mode: "detect" },
    });
  });

  const invalid = (name: string) => ({
    type: "BAD_REQUEST",
    error_title: "Bad Request",
    invalid_parameters: { [name]: "is wrong" },
  });
  const problem = (code: string) => ({
    type: `https://developer.nexmo.com/api-errors#${code}`,
    title: code,
    detail: "…",
  });
  it.each([
    [400, invalid("to[0].number"), { kind: "refused", outcome: "invalid_number" }],
    [
      400,
      { ...problem("invalid-params"), invalid_parameters: [{ name: "to", reason: "is wrong" }] },
      { kind: "refused", outcome: "invalid_number" },
    ],
    [400, invalid("from.number"), { kind: "account_unusable" }],
    [400, invalid("answer_url"), { kind: "account_unusable" }],
    [400, invalid("event_url"), { kind: "account_unusable" }],
    [400, { type: "BAD_REQUEST", error_title: "Bad Request" }, { kind: "refused", outcome: "failed" }],
    [400, "<html>", { kind: "unknown" }],
    [401, problem("unauthorized"), { kind: "account_unusable" }],
    [402, problem("low-balance"), { kind: "account_unusable" }],
    [403, problem("account-suspended"), { kind: "account_unusable" }],
    [404, problem("not-found"), { kind: "account_unusable" }],
    [429, problem("throttled"), { kind: "throttled", retryAfterSeconds: 1 }],
    [201, { status: "started" }, { kind: "unknown" }],
    [302, "", { kind: "unknown" }],
    [408, problem("timeout"), { kind: "unknown" }],
    [421, "", { kind: "unknown" }],
    [500, problem("internal-error"), { kind: "unknown" }],
    [502, "<html>", { kind: "unknown" }],
  ] as const)("answered with HTTP %d, %j mean %j, after one request", async (status, body, meaning) => {
    const before = vonage.requests.length;
    const { result } = await placeWith({}, { status, body });
    expect(result).toMatchObject(meaning);
    expect(vonage.requests.length - before).toBe(1);
  });

  it.each([
    ["private_key", "nonsense", /no PEM file/],
    ["signature_secret", "", /signature secret/],
  ])("are not made while the %s is unfit", async (field, value, sentence) => {
    const before = vonage.requests.length;
    const result = await carrier.placeCall({ ...vonage.credentials, [field]: value }, newRequest(), 60_000);
    expect(result).toMatchObject({ kind: "account_unusable", detail: expect.stringMatching(sentence) });
    expect(vonage.requests.length).toBe(before);
  });

  it("without a key cannot be made: the caller is told as when Vonage cannot be reached", async () => {
    const keyless = { ...vonage.credentials, private_key: "" };
    await expect(carrier.fetchCall(keyless, randomUUID())).rejects.toThrow(CarrierUnavailableError);
  });

  describe("to find a call", () => {
    const find = (request: PlaceCallRequest, requestedAt = new Date()) =>
      carrier.findCall(vonage.credentials, { ...request, requestedAt });

    it("leave aside what was talked on at another time, and what came in", async () => {
      const { request } = await placeWith({});
      const call = callOf(request);
      expect((await find(request))?.carrierCallId).toBe(call.uuid);
      Object.assign(call, { status: "completed", startedAt: new Date(), endedAt: new Date() });
      expect((await find(request))?.carrierCallId).toBe(call.uuid);
      expect(await find(request, new Date(Date.now() - 10 * 60_000))).toBeNull();
      expect(await find(request, new Date(Date.now() + 10 * 60_000))).toBeNull();
      call.direction = "inbound";
      expect(await find(request)).toBeNull();
    });

    it("leave aside another caller id", async () => {
      const { request } = await placeWith({});
      expect(await find({ ...request, from: "+12025550109" })).toBeNull();
    });

    it("cannot decide between two, and say so", async () => {
      const { request } = await placeWith({});
      await placeWith({ to: request.to });
      await expect(find(request)).rejects.toThrow(CarrierUnavailableError);
    });

    it("read on to the last page", async () => {
      const { request } = await placeWith({});
      const call = callOf(request);
      vonage.calls.splice(vonage.calls.indexOf(call), 1);
      const other = { ...call.request, to: [{ type: "phone" as const, number: "12025552999" }] };
      for (let index = 0; index < 205; index++) vonage.newCall(other, "ringing");
      vonage.calls.push(call);
      expect((await find(request))?.carrierCallId).toBe(call.uuid);
    });
  });

  describe("to hang up", () => {
    it("are for trying again when the call is too new to be ended", async () => {
      const { request } = await placeWith({});
      const { uuid } = callOf(request);
      vonage.ripen(uuid, "too_fresh");
      await expect(carrier.hangUp(vonage.credentials, uuid)).rejects.toThrow(CarrierUnavailableError);
      vonage.ripen(uuid, "ripe");
      await carrier.hangUp(vonage.credentials, uuid);
      expect(callOf(request).status).toBe("cancelled");
    });
  });
});
