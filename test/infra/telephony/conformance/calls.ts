import { expect } from "@jest/globals";
import { CarrierUnavailableError } from "../../../../infra/telephony/carrier.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { always, queryOf, type Suite, TIMEOUT_MS } from "./suite.ts";

const ENDINGS = ["answered", "voicemail", "no_answer", "busy", "rejected", "failed"] as const;
/** Even on a busy machine. */
const ARRIVES_WITHIN_MS = 2000;
const LIVING = ["queued", "ringing", "in_progress"] as const;

export const describePlacing = ({ capability, rig, ...suite }: Suite): void => {
  capability("place a call", always, {
    prove: (prove) => {
      prove("is accepted with the carrier's id for it", async () => {
        const { request, id } = await suite.placeAccepted({ stays: "ringing" });
        expect((await suite.fetch(id))?.carrierCallId).toBe(id);
        expect(await rig().placeRequestsTo(request.to)).toBe(1);
      });

      prove("is throttled with the wait that the carrier asks for, and makes no call", async () => {
        const placed = await suite.place({ request: "throttled", retryAfterSeconds: 7 });
        const { request, requestedAt, result } = placed;
        expect(result).toMatchObject({ kind: "throttled", retryAfterSeconds: 7 });
        expect(await rig().carrier.findCall(rig().credentials, queryOf(request, requestedAt))).toBeNull();
      });

      prove("is refused for a number that does not exist", async () => {
        const { result } = await suite.place({ request: "invalid_number" });
        expect(result).toMatchObject({ kind: "refused", outcome: "invalid_number" });
      });

      prove("finds the account unusable when the credentials are refused", async () => {
        const request = suite.newRequest();
        await rig().prepare(request.to, { stays: "ringing" });
        const carrier = rig().carrierWithWrongCredentials();
        const result = await carrier.placeCall(rig().wrongCredentials, request, TIMEOUT_MS);
        expect(result.kind).toBe("account_unusable");
      });

      for (const fault of ["response_lost", "request_lost", "server_error"] as const) {
        prove(`is unknown after ${fault}, and asks exactly once`, async () => {
          const { request, result } = await suite.place({ request: fault });
          expect(result.kind).toBe("unknown");
          expect(await rig().placeRequestsTo(request.to)).toBe(1);
        });
      }

      prove("is unknown when no answer comes in time, and asks exactly once", async () => {
        const { request, result } = await suite.place({ request: "silent" }, { timeoutMs: ARRIVES_WITHIN_MS });
        expect(result.kind).toBe("unknown");
        expect(await rig().placeRequestsTo(request.to)).toBe(1);
      });

      prove("is unknown when nobody listens", async () => {
        const { carrierWithoutServer, credentials } = rig();
        const result = await carrierWithoutServer.placeCall(credentials, suite.newRequest(), TIMEOUT_MS);
        expect(result.kind).toBe("unknown");
      });
    },
  });
};

export const describeFinding = ({ capability, rig, ...suite }: Suite): void => {
  capability("find a call after an unknown result", always, {
    prove: (prove) => {
      prove("finds the call whose answer was lost", async () => {
        const { request, requestedAt } = await suite.place({ request: "response_lost" });
        const found = await rig().carrier.findCall(rig().credentials, queryOf(request, requestedAt));
        if (!found) throw new Error("the call was not found");
        expect((await suite.fetch(found.carrierCallId))?.carrierCallId).toBe(found.carrierCallId);
      });

      prove("finds nothing when the request never arrived, or cannot say", async () => {
        const { request, requestedAt } = await suite.place({ request: "request_lost" });
        const found = rig().carrier.findCall(rig().credentials, queryOf(request, requestedAt));
        if (rig().lostRequest === undefined) expect(await found).toBeNull();
        else await expect(found).rejects.toThrow(CarrierUnavailableError);
      });

      prove("does not take another number's call for it", async () => {
        await suite.placeAccepted({ stays: "ringing" });
        expect(await rig().carrier.findCall(rig().credentials, queryOf(suite.newRequest(), new Date()))).toBeNull();
      });
    },
  });
};

export const describeLooking = ({ capability, rig, ...suite }: Suite): void => {
  capability("look at a call", always, {
    prove: (prove) => {
      for (const state of LIVING) {
        prove(`tells that it is ${state}, as far as the carrier does`, async () => {
          const { id } = await suite.placeAccepted({ stays: state });
          const isTold = rig().statesByFetch.includes(state);
          const call = await waitUntil(`the call is ${state}`, async () => {
            const seen = await suite.fetch(id);
            return seen && (!isTold || seen.state === state) ? seen : null;
          });
          expect(LIVING).toContain(call.state);
          expect(call).toMatchObject({ outcome: null, endedAt: null, durationSeconds: null, costMinor: null });
        });
      }

      for (const outcome of ENDINGS) {
        prove(`tells that it ended: ${outcome}`, async () => {
          const { request, id } = await suite.placeAccepted({ ends: outcome });
          await suite.finalEvent(request.runUuid);
          const fetched = await suite.fetch(id);
          expect(fetched).toMatchObject({ carrierCallId: id, state: "completed" });
          if (!rig().notTellableByFetch.includes(outcome)) expect(fetched?.outcome).toBe(outcome);
        });
      }

      prove("tells the talk time of a call that was answered", async () => {
        const { request, id } = await suite.placeAccepted({ ends: "answered" });
        await suite.finalEvent(request.runUuid);
        const isTold = !rig().notTellableByFetch.includes("answered");
        const durationSeconds = isTold ? rig().answeredCall.talkSeconds : null;
        expect(await suite.fetch(id)).toMatchObject({ durationSeconds });
      });

      prove("does not know a call that never was", async () => {
        expect(await suite.fetch(rig().unknownCallId)).toBeNull();
      });

      prove("throws when the carrier cannot be asked", async () => {
        const query = queryOf(suite.newRequest(), new Date());
        const { carrierWithoutServer: absent, credentials, unknownCallId } = rig();
        await expect(absent.fetchCall(credentials, unknownCallId)).rejects.toThrow(CarrierUnavailableError);
        await expect(absent.findCall(credentials, query)).rejects.toThrow(CarrierUnavailableError);
        await expect(absent.hangUp(credentials, unknownCallId)).rejects.toThrow(CarrierUnavailableError);
      });
    },
  });

  capability("price", ({ answeredCall }) => answeredCall.price, {
    whenAbsent: ({ carrier }) => expect(carrier.reportsPrice).toBe(false),
    prove: (prove) => {
      prove("of many calls is listed at once, of these calls only, however late it comes", async (price) => {
        const { carrier, credentials, unknownCallId } = rig();
        const began = new Date();
        const answered = [];
        for (const _ of [1, 2, 3]) answered.push(await suite.placeAccepted({ ends: "answered" }));
        for (const { request } of answered) await suite.finalEvent(request.runUuid);
        const [first, second] = answered.map(({ id }) => id);
        const query = {
          carrierCallIds: new Set([first ?? "", second ?? "", unknownCallId]),
          endedFrom: began,
          endedTo: new Date(),
        };
        const listed = await waitUntil("the carrier lists the prices", async () => {
          const prices = await carrier.listPrices(credentials, query);
          return prices.size === 2 ? prices : null;
        });
        expect(Object.fromEntries(listed)).toEqual({ [first ?? ""]: price, [second ?? ""]: price });
        const longAgo = new Date(began.getTime() - 3_600_000 * 24 * 2);
        const elsewhere = { ...query, endedFrom: longAgo, endedTo: longAgo };
        expect(
          (await carrier.listPrices(credentials, { ...elsewhere, carrierCallIds: new Set([unknownCallId]) })).size,
        ).toBe(0);
        const absent = rig().carrierWithoutServer.listPrices(credentials, query);
        await expect(absent).rejects.toThrow(CarrierUnavailableError);
      });
      prove("is told when the call is looked at afterwards", async (price) => {
        expect(rig().carrier.reportsPrice).toBe(true);
        const { request, id } = await suite.placeAccepted({ ends: "answered" });
        await suite.finalEvent(request.runUuid);
        const call = await waitUntil("the carrier tells the price", async () => {
          const seen = await suite.fetch(id);
          return seen?.costMinor == null ? null : seen;
        });
        expect(call).toMatchObject(price);
      });
    },
  });
};

export const describeHangingUp = ({ capability, rig, ...suite }: Suite): void => {
  const endedAs = (outcome: "answered" | "canceled") => ({
    state: "completed",
    ...(!rig().notTellableByFetch.includes(outcome) && { outcome }),
  });
  const placedIn = async (state: "queued" | "ringing" | "in_progress") => {
    const { id } = await suite.placeAccepted({ stays: state });
    if (rig().statesByFetch.includes(state)) {
      await waitUntil(`the call is ${state}`, async () => (await suite.fetch(id))?.state === state);
    }
    return id;
  };
  capability("hang up", always, {
    prove: (prove) => {
      for (const state of ["queued", "ringing"] as const) {
        prove(`cancels a call that is ${state}, and again is no error`, async () => {
          const id = await placedIn(state);
          await rig().carrier.hangUp(rig().credentials, id);
          await rig().carrier.hangUp(rig().credentials, id);
          expect(await suite.fetch(id)).toMatchObject(endedAs("canceled"));
        });
      }

      prove("ends a call in progress, which stays answered", async () => {
        const id = await placedIn("in_progress");
        await rig().carrier.hangUp(rig().credentials, id);
        expect(await suite.fetch(id)).toMatchObject(endedAs("answered"));
      });

      prove("does not mind a call that never was", async () => {
        const { carrier, credentials, unknownCallId } = rig();
        await expect(carrier.hangUp(credentials, unknownCallId)).resolves.toBeUndefined();
      });
    },
  });
};
