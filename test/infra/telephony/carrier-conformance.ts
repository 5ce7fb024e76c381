import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type CallbackRequest,
  type Carrier,
  type CarrierEvent,
  type CarrierOutcome,
  CarrierUnavailableError,
  type FindCallQuery,
  type PlaceCallRequest,
} from "../../../infra/telephony/carrier.ts";
import type { CarrierCredentials } from "../../../infra/telephony/carrier-credentials.ts";
import { waitUntil } from "../../harness/wait-until.ts";

/** What the carrier behind the rig does with the next request and the call it makes. */
export type Situation =
  | { request: "throttled"; retryAfterSeconds: number }
  | { request: "invalid_number" | "response_lost" | "request_lost" | "server_error" | "silent" }
  | { stays: "queued" | "ringing" | "in_progress" }
  | { ends: Exclude<CarrierOutcome, "canceled" | "invalid_number"> };

/** A carrier's adapter with a server behind it that can be told what to do. */
export interface CarrierRig {
  carrier: Carrier;
  credentials: CarrierCredentials;
  /** Refused by the carrier. */
  wrongCredentials: CarrierCredentials;
  /** Base of answer and status URLs: `<callbackBase>/<run>/status`. */
  callbackBase: string;
  callbacksOf(runUuid: string): CallbackRequest[];
  /** HTTP requests for a call to this number that reached the carrier, by any credentials. */
  placeRequestsTo(number: string): Promise<number>;
  prepare(number: string, situation: Situation): Promise<void>;
  /** Signs as the carrier does. */
  sign(request: { url: string; body: string }): CallbackRequest;
  /** Of a call that ended `answered`, as the carrier bills it. */
  answeredCall: { talkSeconds: number; costMinor: number; currency: string };
  /** Outcomes that only a callback tells apart. */
  notTellableByFetch: readonly CarrierOutcome[];
  /** Whether a callback loses its validity with time. */
  refusesOldCallbacks: boolean;
  oldCallback(): CallbackRequest;
  /** Same adapter, nobody listening. */
  carrierWithoutServer: Carrier;
  /** The adapter to use with `wrongCredentials`; another one where the secret is the installation's. */
  carrierWithWrongCredentials(): Carrier;
  /** Well formed, never given to a call. */
  unknownCallId: string;
  /** What a person would hear; throws when the answer document is malformed or does more than speak. */
  readGreeting(document: string): string;
  close(): Promise<void>;
}

const TIMEOUT_MS = 2000;
const ENDINGS = ["answered", "voicemail", "no_answer", "busy", "rejected", "failed"] as const;

/** The definition of `Carrier`: what every adapter must do, seen from its callers. */
export const describeCarrier = (name: string, createRig: () => Promise<CarrierRig>): void => {
  describe(`${name} as a carrier`, () => {
    let rig: CarrierRig;
    let lastNumber = 0;
    beforeAll(async () => {
      rig = await createRig();
    });
    afterAll(() => rig.close());

    const newRequest = (): PlaceCallRequest => {
      const runUuid = randomUUID();
      lastNumber += 1;
      return {
        runUuid,
        to: `+1202555${String(1000 + lastNumber)}`,
        from: "+12025550100",
        answerUrl: `${rig.callbackBase}/${runUuid}/answer`,
        statusUrl: `${rig.callbackBase}/${runUuid}/status`,
        ringTimeoutSeconds: 30,
        timeLimitSeconds: 600,
        detectMachine: true,
        record: false,
        conversation: null,
        greeting: "Hello",
      };
    };
    const queryOf = (request: PlaceCallRequest, requestedAt: Date): FindCallQuery => ({ ...request, requestedAt });
    const place = async (situation: Situation, timeoutMs = TIMEOUT_MS) => {
      const request = newRequest();
      await rig.prepare(request.to, situation);
      const requestedAt = new Date();
      const result = await rig.carrier.placeCall(rig.credentials, request, timeoutMs);
      return { request, requestedAt, result };
    };
    const placeAccepted = async (situation: Situation) => {
      const placed = await place(situation);
      if (placed.result.kind !== "accepted") throw new Error(`not accepted: ${JSON.stringify(placed.result)}`);
      return { ...placed, id: placed.result.carrierCallId };
    };
    const fetch = (id: string) => rig.carrier.fetchCall(rig.credentials, id);
    const readAll = (runUuid: string): CarrierEvent[] =>
      rig
        .callbacksOf(runUuid)
        .filter((each) => each.url.endsWith("/status"))
        .map((each) => {
          const read = rig.carrier.readCallback(rig.credentials, each);
          if (!read.ok) throw new Error(read.reason);
          return read.event;
        });
    const finalEvent = (runUuid: string) =>
      waitUntil("the last callback came", () => readAll(runUuid).find(({ call }) => call.state === "completed"));

    describe("placing a call", () => {
      it("is accepted with the carrier's id for it", async () => {
        const { request, id } = await placeAccepted({ stays: "ringing" });
        expect((await fetch(id))?.carrierCallId).toBe(id);
        expect(await rig.placeRequestsTo(request.to)).toBe(1);
      });

      it("is throttled with the wait that the carrier asks for, and makes no call", async () => {
        const { request, requestedAt, result } = await place({ request: "throttled", retryAfterSeconds: 7 });
        expect(result).toMatchObject({ kind: "throttled", retryAfterSeconds: 7 });
        expect(await rig.carrier.findCall(rig.credentials, queryOf(request, requestedAt))).toBeNull();
      });

      it("is refused for a number that does not exist", async () => {
        const { result } = await place({ request: "invalid_number" });
        expect(result).toMatchObject({ kind: "refused", outcome: "invalid_number" });
      });

      it("finds the account unusable when the credentials are refused", async () => {
        const request = newRequest();
        await rig.prepare(request.to, { stays: "ringing" });
        const result = await rig.carrierWithWrongCredentials().placeCall(rig.wrongCredentials, request, TIMEOUT_MS);
        expect(result.kind).toBe("account_unusable");
      });

      it.each(["response_lost", "request_lost", "server_error"] as const)(
        "is unknown after %s, and asks exactly once",
        async (fault) => {
          const { request, result } = await place({ request: fault });
          expect(result.kind).toBe("unknown");
          expect(await rig.placeRequestsTo(request.to)).toBe(1);
        },
      );

      it("is unknown when no answer comes in time, and asks exactly once", async () => {
        const { request, result } = await place({ request: "silent" }, 150);
        expect(result.kind).toBe("unknown");
        expect(await rig.placeRequestsTo(request.to)).toBe(1);
      });

      it("is unknown when nobody listens", async () => {
        const result = await rig.carrierWithoutServer.placeCall(rig.credentials, newRequest(), TIMEOUT_MS);
        expect(result.kind).toBe("unknown");
      });
    });

    describe("reconciling", () => {
      it("finds the call whose answer was lost", async () => {
        const { request, requestedAt } = await place({ request: "response_lost" });
        const found = await rig.carrier.findCall(rig.credentials, queryOf(request, requestedAt));
        if (!found) throw new Error("the call was not found");
        expect((await fetch(found.carrierCallId))?.carrierCallId).toBe(found.carrierCallId);
      });

      it("finds nothing when the request never arrived", async () => {
        const { request, requestedAt } = await place({ request: "request_lost" });
        expect(await rig.carrier.findCall(rig.credentials, queryOf(request, requestedAt))).toBeNull();
      });

      it("does not take another number's call for it", async () => {
        await placeAccepted({ stays: "ringing" });
        expect(await rig.carrier.findCall(rig.credentials, queryOf(newRequest(), new Date()))).toBeNull();
      });
    });

    describe("looking at a call", () => {
      it.each(["queued", "ringing", "in_progress"] as const)("tells that it is %s", async (state) => {
        const { id } = await placeAccepted({ stays: state });
        const call = await waitUntil(`the call is ${state}`, async () => {
          const seen = await fetch(id);
          return seen?.state === state ? seen : null;
        });
        expect(call).toMatchObject({ outcome: null, endedAt: null, durationSeconds: null, costMinor: null });
      });

      it.each(ENDINGS)("tells that it ended: %s", async (outcome) => {
        const { request, id } = await placeAccepted({ ends: outcome });
        const event = await finalEvent(request.runUuid);
        expect(event.call).toMatchObject({ carrierCallId: id, state: "completed", outcome, endedAt: expect.any(Date) });
        const fetched = await fetch(id);
        expect(fetched?.state).toBe("completed");
        if (!rig.notTellableByFetch.includes(outcome)) expect(fetched?.outcome).toBe(outcome);
      });

      it("tells talk time and cost of a call that was answered", async () => {
        const { request, id } = await placeAccepted({ ends: "answered" });
        const { call } = await finalEvent(request.runUuid);
        const { talkSeconds, costMinor, currency } = rig.answeredCall;
        expect(call).toMatchObject({ durationSeconds: talkSeconds, answeredBy: "human", optedOut: false });
        expect(await fetch(id)).toMatchObject({ durationSeconds: talkSeconds, costMinor, currency });
        expect(call.answeredAt?.getTime()).toBeLessThanOrEqual(call.endedAt?.getTime() ?? 0);
      });

      it("tells no talk time of a call that was not", async () => {
        const { request } = await placeAccepted({ ends: "no_answer" });
        const { call } = await finalEvent(request.runUuid);
        expect(call).toMatchObject({ durationSeconds: 0, answeredAt: null, answeredBy: null });
      });

      it("does not know a call that never was", async () => {
        expect(await fetch(rig.unknownCallId)).toBeNull();
      });

      it("throws when the carrier cannot be asked", async () => {
        const query = queryOf(newRequest(), new Date());
        const { carrierWithoutServer: absent, credentials } = rig;
        await expect(absent.fetchCall(credentials, rig.unknownCallId)).rejects.toThrow(CarrierUnavailableError);
        await expect(absent.findCall(credentials, query)).rejects.toThrow(CarrierUnavailableError);
        await expect(absent.hangUp(credentials, rig.unknownCallId)).rejects.toThrow(CarrierUnavailableError);
      });
    });

    describe("hanging up", () => {
      it.each(["queued", "ringing"] as const)("cancels a call that is %s, and again is no error", async (state) => {
        const { id } = await placeAccepted({ stays: state });
        await waitUntil(`the call is ${state}`, async () => (await fetch(id))?.state === state);
        await rig.carrier.hangUp(rig.credentials, id);
        await rig.carrier.hangUp(rig.credentials, id);
        expect(await fetch(id)).toMatchObject({ state: "completed", outcome: "canceled" });
      });

      it("ends a call in progress, which stays answered", async () => {
        const { id } = await placeAccepted({ stays: "in_progress" });
        await waitUntil("the call is answered", async () => (await fetch(id))?.state === "in_progress");
        await rig.carrier.hangUp(rig.credentials, id);
        expect(await fetch(id)).toMatchObject({ state: "completed", outcome: "answered" });
      });

      it("does not mind a call that never was", async () => {
        await expect(rig.carrier.hangUp(rig.credentials, rig.unknownCallId)).resolves.toBeUndefined();
      });
    });

    describe("callbacks", () => {
      const genuine = async () => {
        const { request } = await placeAccepted({ ends: "answered" });
        await finalEvent(request.runUuid);
        const [first] = rig.callbacksOf(request.runUuid).filter((each) => each.url.endsWith("/status"));
        if (!first) throw new Error("no callback came");
        return first;
      };
      const verdict = (callback: CallbackRequest) => rig.carrier.readCallback(rig.credentials, callback).ok;

      it("tell the whole life of a call, each event with an id of its own", async () => {
        const { request } = await placeAccepted({ ends: "answered" });
        await finalEvent(request.runUuid);
        const events = readAll(request.runUuid);
        expect(events.map(({ call }) => call.state)).toEqual(["queued", "ringing", "in_progress", "completed"]);
        expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(4);
      });

      it("give the same event id when delivered again", async () => {
        const callback = await genuine();
        const twice = [callback, callback].map((each) => rig.carrier.readCallback(rig.credentials, each));
        expect(twice[0]).toMatchObject({ ok: true });
        expect(twice[1]).toEqual(twice[0]);
      });

      it("are refused with another body", async () => {
        const callback = await genuine();
        const body = Buffer.from(callback.body.toString().replace("12025550100", "12025550199"));
        expect(body.equals(callback.body)).toBe(false);
        expect(verdict(callback)).toBe(true);
        expect(verdict({ ...callback, body })).toBe(false);
      });

      it("are refused at another address", async () => {
        const callback = await genuine();
        expect(verdict({ ...callback, url: callback.url.replace("/status", "/other") })).toBe(false);
      });

      it("are refused without any one of their headers", async () => {
        const callback = await genuine();
        const signing = Object.keys(callback.headers).filter((header) => header.startsWith("x-"));
        expect(signing.length).toBeGreaterThan(0);
        for (const header of signing) {
          expect(verdict({ ...callback, headers: { ...callback.headers, [header]: undefined } })).toBe(false);
        }
      });

      it("are refused with a signature cut short, or made up", async () => {
        const callback = await genuine();
        const signature = Object.keys(callback.headers).find((header) => header.endsWith("signature")) ?? "";
        for (const forged of ["", "0", callback.headers[signature]?.slice(0, -1), "x".repeat(64), "ÿ".repeat(28)]) {
          expect(verdict({ ...callback, headers: { ...callback.headers, [signature]: forged } })).toBe(false);
        }
      });

      it("are refused when well signed but no event", () => {
        const url = `${rig.callbackBase}/x/status`;
        for (const body of ["", "hello", "{}", "CallSid=CA1&CallStatus=unheard-of"]) {
          expect(verdict(rig.sign({ url, body }))).toBe(false);
        }
      });

      it("are refused when too old, or recognised by their event id", () => {
        expect(rig.carrier.readCallback(rig.credentials, rig.oldCallback()).ok).toBe(!rig.refusesOldCallbacks);
      });

      it("of the answer URL are checked the same way", () => {
        const request = rig.sign({ url: `${rig.callbackBase}/x/answer`, body: "CallSid=CA1" });
        expect(rig.carrier.readTurn(rig.credentials, request).ok).toBe(true);
        const elsewhere = { ...request, url: `${rig.callbackBase}/y/answer` };
        expect(rig.carrier.readTurn(rig.credentials, elsewhere).ok).toBe(false);
        expect(rig.carrier.readTurn(rig.credentials, { ...request, headers: {} }).ok).toBe(false);
      });
    });

    describe("describing itself", () => {
      it("names its fields once each, with words for people", () => {
        const { description } = rig.carrier;
        const names = description.fields.map((field) => field.name);
        expect(new Set(names).size).toBe(names.length);
        for (const field of description.fields) {
          expect(field.name).toMatch(/^[a-z][a-z0-9_]*$/);
          expect(field.label && field.description).toBeTruthy();
          if (field.type === "password") expect(field.sensitive).toBe(true);
        }
        expect(description.displayName).toBeTruthy();
        expect(description.defaultCallsPerSecond ?? 1).toBeGreaterThan(0);
      });

      it("takes credentials made of its own fields", () => {
        for (const field of rig.carrier.description.fields) {
          if (field.required) expect(rig.credentials[field.name]).toBeTruthy();
        }
      });

      it("tells whether the account works", async () => {
        expect(await rig.carrier.checkAccount(rig.credentials)).toMatchObject({ reachable: true, ok: true });
        const refused = await rig.carrierWithWrongCredentials().checkAccount(rig.wrongCredentials);
        expect(refused).toMatchObject({ reachable: true, ok: false });
        const absent = await rig.carrierWithoutServer.checkAccount(rig.credentials);
        expect(absent).toMatchObject({ reachable: false, ok: false });
      });

      it("writes its answer document so that no greeting can break out of it", async () => {
        const nasty = `</Say><Dial>+1</Dial> & "quoted" 'single' \u0000\u0008 {"say": 1} ünïcödé 😀`;
        const { contentType, body } = await rig.carrier.instruct(rig.credentials, {
          carrierCallId: rig.unknownCallId,
          statusUrl: `${rig.callbackBase}/x/status`,
          instructions: { say: [nasty], language: 'en"><x', next: { kind: "hang_up" } },
        });
        expect(contentType).toMatch(/^(application\/json|text\/xml)/);
        expect(rig.readGreeting(body)).toBe(
          contentType.startsWith("text/xml") ? nasty.replace(/[\u0000\u0008]/g, "") : nasty,
        );
      });
    });
  });
};
