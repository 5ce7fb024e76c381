import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { CarrierUnavailableError, type PlaceCallRequest } from "../../../../infra/telephony/carrier.ts";
import { createSipCarrier } from "../../../../infra/telephony/sip/sip.carrier.ts";
import { recordAnswer } from "../../../../infra/telephony/sip/sip.command.ts";
import { toOutcomeOfLeaving, toOutcomeOfStatus } from "../../../../infra/telephony/sip/sip.outcome.ts";
import { readSipSettings } from "../../../../infra/telephony/sip/sip.settings.ts";
import { type CallbackReceiver, startCallbackReceiver } from "../callback-receiver.ts";
import { type LivekitStandIn, startLivekitStandIn } from "../livekit-stand-in.ts";

let livekit: LivekitStandIn;
let receiver: CallbackReceiver;
beforeAll(async () => {
  [livekit, receiver] = await Promise.all([startLivekitStandIn(), startCallbackReceiver()]);
});
afterAll(async () => {
  await livekit.close();
  await receiver.close();
});

const TIMEOUT_MS = 60_000;
const account = { address: "sip.example.com", username: "ringdown", password: "a password" };

const requestTo = (to: string): PlaceCallRequest => {
  const runUuid = randomUUID();
  return {
    runUuid,
    to,
    from: "+12025550100",
    answerUrl: `${receiver.baseUrl}/${runUuid}/answer`,
    statusUrl: `${receiver.baseUrl}/${runUuid}/status`,
    ringTimeoutSeconds: 30,
    timeLimitSeconds: 600,
    detectMachine: false,
    record: false,
    conversation: null,
    greeting: "",
  };
};

describe("a call into a room of LiveKit's", () => {
  it("is dialled once, however often it is asked for", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    livekit.prepare("+14155550161", { stays: "ringing" });
    const request = requestTo("+14155550161");
    const accepted = { kind: "accepted", carrierCallId: request.runUuid };
    expect(await carrier.placeCall(account, request, TIMEOUT_MS)).toEqual(accepted);
    expect(await carrier.placeCall(account, request, TIMEOUT_MS)).toEqual(accepted);
    expect(livekit.dialledTo("+14155550161")).toHaveLength(1);
    expect(livekit.dropped()).toBe(0);
  });

  it("is not asked for where the trunk's host may not be reached", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings, hostFault: async (host) => `${host} is inside` });
    const result = await carrier.placeCall(
      { ...account, address: "pbx.internal:5070" },
      requestTo("+14155550167"),
      TIMEOUT_MS,
    );
    expect(result).toEqual({ kind: "refused", outcome: "failed", detail: "pbx.internal is inside" });
    expect(livekit.dialledTo("+14155550167")).toEqual([]);
  });

  it("is in doubt when it is looked for after LiveKit has forgotten its room", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    const query = requestTo("+14155550168");
    expect(await carrier.findCall(account, { ...query, requestedAt: new Date() })).toBeNull();
    const forgotten = carrier.findCall(account, { ...query, requestedAt: new Date(Date.now() - 901_000) });
    await expect(forgotten).rejects.toThrow(CarrierUnavailableError);
  });

  it("makes the account unusable when the trunk refuses the password", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    livekit.prepare("+14155550162", { answers: { status: 401, reason: "Unauthorized" } });
    const result = await carrier.placeCall(account, requestTo("+14155550162"), TIMEOUT_MS);
    expect(result).toEqual({ kind: "account_unusable", detail: "the trunk answered 401 Unauthorized" });
  });

  it("makes the account unusable when LiveKit has tried the password in vain", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    livekit.prepare("+14155550166", { fault: "password_refused" });
    const result = await carrier.placeCall(account, requestTo("+14155550166"), TIMEOUT_MS);
    expect(result).toEqual({ kind: "account_unusable", detail: expect.stringContaining("the password") });
  });

  it("is not dialled by settings that cannot be those of a trunk", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    const result = await carrier.placeCall({ address: "" }, requestTo("+14155550163"), TIMEOUT_MS);
    expect(result.kind).toBe("account_unusable");
    expect(livekit.dialledTo("+14155550163")).toEqual([]);
  });
});

describe("a LiveKit that is slow", () => {
  const TIME_LEFT_MS = 1000;

  it.each([
    ["+14155550181", ["CreateRoom", "GetParticipant"]],
    ["+14155550182", ["CreateRoom", "UpdateRoomMetadata"]],
    ["+14155550183", ["UpdateRoomMetadata"]],
  ] as const)("does not dial %s after the attempt's time (%j)", async (number, methods) => {
    const slow = await startLivekitStandIn();
    try {
      slow.prepare(number, { stays: "ringing" });
      for (const method of methods) slow.slowDown(method, methods.length === 1 ? 850 : 600);
      const request = requestTo(number);
      const result = await createSipCarrier({ livekit: slow.settings }).placeCall(account, request, TIME_LEFT_MS);
      expect(result).toMatchObject({ kind: "throttled", detail: expect.stringContaining("nobody was called") });
      expect(slow.dialledTo(number)).toEqual([]);
    } finally {
      await slow.close();
    }
  });
});

describe("a call that was asked for before", () => {
  it("is never dialled again, though nobody is in the room any more", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    livekit.prepare("+14155550167", { stays: "ringing" });
    const request = requestTo("+14155550167");
    await carrier.placeCall(account, request, TIMEOUT_MS);
    livekit.remove(request.runUuid);
    expect(await carrier.placeCall(account, request, TIMEOUT_MS)).toMatchObject({ kind: "unknown" });
    expect(livekit.dialledTo("+14155550167")).toHaveLength(1);
  });
});

describe("a call that is over", () => {
  it.each([
    ["+14155550164", true, "answered"],
    ["+14155550165", false, "failed"],
  ] as const)("to %s: whether somebody answered is what LiveKit keeps of it", async (number, isAnswered, outcome) => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    livekit.prepare(number, { stays: "active" });
    const request = requestTo(number);
    await carrier.placeCall(account, request, TIMEOUT_MS);
    if (isAnswered) await recordAnswer(livekit.settings, request.runUuid);
    await livekit.hangUp(request.runUuid, Math.floor(Date.now() / 1000));
    expect(await carrier.fetchCall(account, request.runUuid)).toMatchObject({ state: "completed", outcome });
    // A call that was made is never told as absent: it would be made again.
    const found = carrier.findCall(account, { ...request, requestedAt: new Date() });
    if (isAnswered) expect(await found).toMatchObject({ state: "completed", outcome: "answered" });
    else await expect(found).rejects.toThrow(CarrierUnavailableError);
  });
});

describe("a call that we hang up while it rings", () => {
  it("is known as taken back, also when it is looked at later", async () => {
    const carrier = createSipCarrier({ livekit: livekit.settings });
    livekit.prepare("+14155550169", { stays: "ringing" });
    const request = requestTo("+14155550169");
    await carrier.placeCall(account, request, TIMEOUT_MS);
    await carrier.hangUp(account, request.runUuid);
    const over = { state: "completed", outcome: "canceled" };
    expect(await carrier.fetchCall(account, request.runUuid)).toMatchObject(over);
    expect(await carrier.findCall(account, { ...request, requestedAt: new Date() })).toMatchObject(over);
  });
});

describe("what a trunk's answer means", () => {
  it.each([
    [486, "busy"],
    [600, "busy"],
    [603, "rejected"],
    [480, "no_answer"],
    [404, "invalid_number"],
    [487, "canceled"],
    [403, "failed"],
    [503, "failed"],
  ] as const)("%i is %s", (code, outcome) => {
    expect(toOutcomeOfStatus(code)).toBe(outcome);
  });

  it.each([
    ["PARTICIPANT_REMOVED", true, "canceled"],
    ["USER_REJECTED", true, "rejected"],
    ["USER_UNAVAILABLE", true, "no_answer"],
    ["USER_UNAVAILABLE", false, "failed"],
    ["UNKNOWN_REASON", true, "failed"],
  ] as const)("leaving by %s (rang: %s) is %s", (reason, rang, outcome) => {
    expect(toOutcomeOfLeaving({ reason, rang })).toBe(outcome);
  });
});

describe("the settings of a trunk", () => {
  it.each([
    [{ address: "sip.example.com:5060" }],
    [{ address: "192.0.2.7", transport: "tcp", from_host: "example.com" }],
    [{ address: "sip.example.com", transport: "tls", media_encryption: "require" }],
  ])("may be %j", (settings) => {
    expect(readSipSettings(settings)).not.toHaveProperty("problem");
  });

  it.each([
    [{ address: "sip:sip.example.com" }, /host name/],
    [{ address: "sip.example.com:99999" }, /host name/],
    [{ address: "sip.example.com", transport: "sctp" }, /udp, tcp or tls/],
    [{ address: "sip.example.com", username: "alone" }, /belong together/],
    [{ address: "sip.example.com", media_encryption: "require" }, /must be tls/],
    [{ address: "sip.example.com", from_host: "a b" }, /host name/],
    [{ address: "sip.example.com", inbound_username: "alone" }, /belong together/],
    [{ address: "sip.example.com", inbound_addresses: "trunk.example.com" }, /networks/],
  ])("may not be %j", (settings, sentence) => {
    expect(readSipSettings(settings)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
