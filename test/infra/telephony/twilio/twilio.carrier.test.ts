import { randomBytes } from "node:crypto";
import { createTwilioCarrier } from "../../../../infra/telephony/twilio/twilio.carrier.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { describeCarrier } from "../carrier-conformance.ts";
import type { CarrierRig } from "../carrier-rig.ts";
import { startTwilioStandIn } from "../twilio-stand-in.ts";

describeCarrier("twilio", async (): Promise<CarrierRig> => {
  const receiver = await startCallbackReceiver();
  const twilio = await startTwilioStandIn();
  const carrier = createTwilioCarrier({ baseUrl: twilio.baseUrl });
  const sign = (request: { url: string; body: string }) => ({
    method: "POST",
    url: request.url,
    headers: twilio.sign(request),
    body: Buffer.from(request.body),
  });
  return {
    carrier,
    credentials: { account_sid: twilio.accountSid, auth_token: twilio.authToken },
    wrongCredentials: { account_sid: twilio.accountSid, auth_token: "wrong" },
    carrierWithWrongCredentials: () => carrier,
    carrierWithoutServer: createTwilioCarrier({ baseUrl: "http://127.0.0.1:1" }),
    unknownCallId: `CA${randomBytes(16).toString("hex")}`,
    placeRequestsTo: async (number) =>
      twilio.requests.filter(
        ({ method, path, form }) => method === "POST" && path.endsWith("/Calls.json") && form.get("To") === number,
      ).length,
    prepare: async (number, situation) => twilio.prepare(number, situation),
    answeredCall: { talkSeconds: 61, price: { costMinor: 3, currency: "USD" } },
    notTellableByFetch: ["rejected"],
    statesByFetch: ["queued", "ringing", "in_progress"],
    statesByCallback: ["queued", "ringing", "in_progress", "completed"],
    callbacks: {
      base: receiver.baseUrl,
      of: receiver.of,
      sign: sign,
      answerBody: "CallSid=CA1",
      signingHeaders: ["x-twilio-signature"],
      old: () => "Twilio's signature has no time in it; a repeated event is known by its id.",
      urlIsSigned: true,
      answeredByIn: "last_event",
    },
    instructions: {
      follow: () => {
        throw new Error("not built yet");
      },
      absent: {},
      inexpressible: {},
    },
    turn: () => "not built yet",
    detected: () => "not built yet",
    inbound: "not built yet",
    relay: "not built yet",
    recordings: "not built yet",
    numbers: "not built yet",
    callerIds: "not built yet",
    close: async () => {
      await twilio.close();
      await receiver.close();
    },
  };
});
