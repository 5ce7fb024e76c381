import { expect } from "@jest/globals";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import { always, type Suite } from "./suite.ts";

const ENDINGS = ["answered", "voicemail", "no_answer", "busy", "rejected", "failed"] as const;

export const describeEvents = ({ capability, rig, ...suite }: Suite): void => {
  const isMachine = (runUuid: string) =>
    suite.eventsOf(runUuid).some(({ call }) => call.answeredBy === "voicemail" || call.outcome === "voicemail");
  capability("status events", always, {
    prove: (prove) => {
      prove("tell the whole life of a call, each event with an id of its own", async () => {
        const { request } = await suite.placeAccepted({ ends: "answered" });
        await suite.finalEvent(request.runUuid);
        const events = suite.eventsOf(request.runUuid);
        const states = events.map(({ call }) => call.state);
        expect(states.filter((state, index) => state !== states[index - 1])).toEqual(rig().statesByCallback);
        expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
      });

      for (const outcome of ENDINGS) {
        prove(`tell how it ended: ${outcome}`, async () => {
          const { request, id } = await suite.placeAccepted({ ends: outcome });
          const { call } = await suite.finalEvent(request.runUuid);
          const lastEventTells = outcome !== "voicemail" || rig().callbacks.answeredByIn === "last_event";
          expect(call).toMatchObject({ carrierCallId: id, state: "completed", endedAt: expect.any(Date) });
          expect(call.outcome).toBe(lastEventTells ? outcome : "answered");
          const detects = typeof (await rig().detected(rig().unknownCallId, "voicemail")) !== "string";
          if (outcome === "voicemail" && detects) {
            await waitUntil("it is told to be a machine", () => isMachine(request.runUuid));
          }
        });
      }

      prove("tell talk time, and who answered when", async () => {
        const { request } = await suite.placeAccepted({ ends: "answered" });
        const { call } = await suite.finalEvent(request.runUuid);
        const events = suite.eventsOf(request.runUuid).map((event) => event.call);
        const answeredAt = events.map((each) => each.answeredAt).find((at) => at !== null);
        const seconds = ((call.endedAt?.getTime() ?? 0) - (answeredAt?.getTime() ?? 0)) / 1000;
        // Where the last event lacks it, the times of answer and end have it.
        expect(call.durationSeconds ?? Math.round(seconds)).toBe(rig().answeredCall.talkSeconds);
        expect(call.optedOut).toBe(false);
        const human = await rig().detected(rig().unknownCallId, "person");
        const isTold = typeof human !== "string";
        expect(events.map(({ answeredBy }) => answeredBy).includes("person")).toBe(isTold);
        expect(answeredAt?.getTime()).toBeLessThanOrEqual(call.endedAt?.getTime() ?? 0);
      });

      prove("tell no talk time of a call that nobody answered", async () => {
        const { request } = await suite.placeAccepted({ ends: "no_answer" });
        const { call } = await suite.finalEvent(request.runUuid);
        expect(call).toMatchObject({ durationSeconds: 0, answeredAt: null, answeredBy: null });
      });
    },
  });

  for (const answeredBy of ["person", "voicemail", "fax", "unknown"] as const) {
    capability(`detect: ${answeredBy}`, ({ unknownCallId, detected }) => detected(unknownCallId, answeredBy), {
      prove: (prove) =>
        prove("is told in our word", (request) => {
          const told = tellsWhoAnswered(request);
          expect(told).toMatchObject({ carrierCallId: rig().unknownCallId, answeredBy });
          // Events keep the carrier's own word as evidence; the request for a turn has its event beside it.
          if (typeof told === "object" && "answerWord" in told) expect(told.answerWord).toMatch(/./);
        }),
    });
  }
  const tellsWhoAnswered = (request: CallbackRequest) => {
    const { carrier, credentials } = rig();
    if (request.url.endsWith("/status")) {
      const read = carrier.readCallback(credentials, request);
      return read.ok ? read.event.call : read.reason;
    }
    const read = carrier.readTurn(credentials, request);
    if (!read.ok || read.turn.event.kind !== "begin") return read;
    return { carrierCallId: read.turn.carrierCallId, answeredBy: read.turn.event.answeredBy };
  };
};

export const describeSignatures = ({ capability, rig, ...suite }: Suite): void => {
  const genuine = async () => {
    const { request } = await suite.placeAccepted({ ends: "answered" });
    await suite.finalEvent(request.runUuid);
    const [first] = rig()
      .callbacks.of(request.runUuid)
      .filter((each) => each.url.endsWith("/status"));
    if (!first) throw new Error("no callback came");
    return first;
  };
  const verdict = (callback: CallbackRequest) => rig().carrier.readCallback(rig().credentials, callback).ok;
  const turnVerdict = (request: CallbackRequest) => rig().carrier.readTurn(rig().credentials, request).ok;
  const answerRequest = () =>
    rig().callbacks.sign({
      url: `${rig().callbacks.base}/${rig().callbacks.answerPath ?? "x"}/answer`,
      body: rig().callbacks.answerBody,
    });

  capability("signed callbacks", always, {
    prove: (prove) => {
      prove("give the same event id when delivered again", async () => {
        const callback = await genuine();
        const twice = [callback, callback].map((each) => rig().carrier.readCallback(rig().credentials, each));
        expect(twice[0]).toMatchObject({ ok: true });
        expect(twice[1]).toEqual(twice[0]);
      });

      prove("are refused with another body", async () => {
        const callback = await genuine();
        const body = Buffer.from(callback.body.toString().replace("12025550100", "12025550199"));
        expect(body.equals(callback.body)).toBe(false);
        expect(verdict(callback)).toBe(true);
        expect(verdict({ ...callback, body })).toBe(false);
      });

      prove("are refused without any one of their headers", async () => {
        const callback = await genuine();
        for (const header of rig().callbacks.signingHeaders) {
          expect(callback.headers[header]).toBeTruthy();
          expect(verdict({ ...callback, headers: { ...callback.headers, [header]: undefined } })).toBe(false);
        }
      });

      prove("are refused with a signature cut short, or made up", async () => {
        const callback = await genuine();
        const [header] = rig().callbacks.signingHeaders;
        for (const forged of ["", "0", callback.headers[header]?.slice(0, -2), "x".repeat(64), "ÿ".repeat(28)]) {
          expect(verdict({ ...callback, headers: { ...callback.headers, [header]: forged } })).toBe(false);
        }
      });

      prove("are refused for an account without its secrets", async () => {
        const callback = await genuine();
        const { carrier, callbacks } = rig();
        const hasSecrets =
          !callbacks.signedByInstallation && carrier.description.fields.some((field) => field.sensitive);
        expect(carrier.readCallback(hasSecrets ? {} : rig().credentials, callback).ok).toBe(!hasSecrets);
      });

      prove("are refused when well signed but no event", async () => {
        const url = `${rig().callbacks.base}/x/status`;
        for (const body of ["", "hello", "{}", "CallSid=CA1&CallStatus=unheard-of"]) {
          expect(verdict(await rig().callbacks.sign({ url, body }))).toBe(false);
        }
      });

      prove("of the answer URL are checked the same way", async () => {
        const request = await answerRequest();
        expect(turnVerdict(request)).toBe(true);
        expect(turnVerdict({ ...request, headers: {} })).toBe(false);
      });
    },
  });

  capability("the signature covers the address", ({ callbacks }) => callbacks.urlIsSigned, {
    prove: (prove) => {
      prove("of status callbacks", async () => {
        const callback = await genuine();
        expect(verdict({ ...callback, url: callback.url.replace("/status", "/other") })).toBe(false);
      });
      prove("of requests for instructions", async () => {
        const request = await answerRequest();
        expect(turnVerdict({ ...request, url: `${rig().callbacks.base}/y/answer` })).toBe(false);
      });
    },
  });

  capability("old callbacks are refused", ({ callbacks }) => callbacks.old(), {
    prove: (prove) => prove("after five minutes", (callback) => expect(verdict(callback)).toBe(false)),
  });
};
