import { randomBytes } from "node:crypto";
import { createTwilioCarrier } from "../../../../infra/telephony/twilio/twilio.carrier.ts";
import { startCallbackReceiver } from "../callback-receiver.ts";
import { type CarrierRig, describeCarrier } from "../carrier-conformance.ts";
import { startTwilioStandIn } from "../twilio-stand-in.ts";

const SAY =
  /^<\?xml version="1\.0" encoding="UTF-8"\?><Response><Say language="([^"<>]*)">([^<>]*)<\/Say><Hangup\/><\/Response>$/;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const readGreeting = (document: string): string => {
  const said = SAY.exec(document)?.[2];
  if (said === undefined || /&(?!(amp|lt|gt|quot|apos);)/.test(document)) throw new Error(`malformed: ${document}`);
  return said.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? "");
};

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
  const event = `AccountSid=${twilio.accountSid}&CallSid=CA1&CallStatus=ringing&SequenceNumber=1&Timestamp=Fri%2C+01+Jan+2021`;
  return {
    carrier,
    credentials: { account_sid: twilio.accountSid, auth_token: twilio.authToken },
    wrongCredentials: { account_sid: twilio.accountSid, auth_token: "wrong" },
    carrierWithWrongCredentials: () => carrier,
    carrierWithoutServer: createTwilioCarrier({ baseUrl: "http://127.0.0.1:1" }),
    unknownCallId: `CA${randomBytes(16).toString("hex")}`,
    callbackBase: receiver.baseUrl,
    // The idempotency token is not signed, so it is no part of what makes a callback genuine.
    callbacksOf: (runUuid) =>
      receiver
        .of(runUuid)
        .map((each) => ({ ...each, headers: { ...each.headers, "i-twilio-idempotency-token": undefined } })),
    placeRequestsTo: async (number) =>
      twilio.requests.filter(
        ({ method, path, form }) => method === "POST" && path.endsWith("/Calls.json") && form.get("To") === number,
      ).length,
    prepare: async (number, situation) => twilio.prepare(number, situation),
    sign,
    answeredCall: { talkSeconds: 61, costMinor: 3, currency: "USD" },
    notTellableByFetch: ["rejected"],
    refusesOldCallbacks: false,
    oldCallback: () => sign({ url: `${receiver.baseUrl}/x/status`, body: event }),
    readGreeting,
    close: async () => {
      await twilio.close();
      await receiver.close();
    },
  };
});
