import { afterAll, describe, expect, it } from "@jest/globals";
import twilio from "twilio";
import { createTwilioCarrier } from "../../../../infra/telephony/twilio/twilio.carrier.ts";
import { respond, startHttpReceiver } from "../../../harness/http-receiver.ts";

const server = await startHttpReceiver();
afterAll(() => server.close());

const SID = "AC00000000000000000000000000000001";
const TOKEN = "0123456789abcdef0123456789abcdef";
const credentials = { account_sid: SID, auth_token: TOKEN };
const [PERSON, OURS] = ["+12025550143", "+12025550144"];
const query = {
  messageUuid: "0197f1d2-6f3c-8c1a-ab7e-2f5d1a8c4e60",
  carrierMessageId: null,
  to: PERSON,
  from: OURS,
  body: "Hello",
  requestedAt: new Date("2026-11-30T06:00:00Z"),
};
const texts = createTwilioCarrier({ baseUrl: server.url }).messages;

const LATER = "Mon, 30 Nov 2026 06:00:01 +0000";
const resource = (sid: string, date_created: string) => ({ sid, body: "Hello", status: "delivered", date_created });
const list = (...messages: object[]) => {
  server.answer = (_request, response) => respond(response, 200, { messages });
};

describe("a text of Twilio", () => {
  it("is found, where its answer was lost, if it is the only one of its kind", async () => {
    list(resource("SM9", LATER), resource("SM8", "Mon, 30 Nov 2026 05:00:00 +0000"));
    expect(await texts?.find(credentials, query)).toMatchObject({ carrierMessageId: "SM9", state: "delivered" });
    list(resource("SM9", LATER), resource("SM10", LATER));
    expect(await texts?.find(credentials, query)).toBe("unsure");
  });

  it("tells of a word that Twilio has read itself", () => {
    const url = "https://us.example/api/v1/telephony/messages/twilio";
    const fields = { AccountSid: SID, MessageSid: "SM2", From: PERSON, To: OURS, Body: "Stopp", OptOutType: "STOP" };
    const request = {
      method: "POST",
      url,
      headers: { "x-twilio-signature": twilio.getExpectedTwilioSignature(TOKEN, url, fields) },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    };
    expect(texts?.readInbound(credentials, request)).toMatchObject({ text: { keyword: "stop", isAnswered: true } });
  });
});
