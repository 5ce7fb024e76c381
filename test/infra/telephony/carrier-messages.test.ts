import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import twilio from "twilio";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallbackRequest, Carrier } from "../../../infra/telephony/carrier.ts";
import type { CarrierMessages } from "../../../infra/telephony/carrier-messages.ts";
import { createPlivoCarrier } from "../../../infra/telephony/plivo/plivo.carrier.ts";
import { createTelnyxCarrier } from "../../../infra/telephony/telnyx/telnyx.carrier.ts";
import { createTwilioCarrier } from "../../../infra/telephony/twilio/twilio.carrier.ts";
import { createVonageCarrier } from "../../../infra/telephony/vonage/vonage.carrier.ts";
import { respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { signAsPlivo } from "./plivo/stand-in/signing.ts";
import { createVonageAccount, credentialsOf, signWebhook } from "./vonage/vonage-account.ts";

const server = await startHttpReceiver();
afterAll(() => server.close());

const UUID = "0197f1d2-6f3c-8c1a-ab7e-2f5d1a8c4e60";
const STATUS_URL = `https://us.example/api/v1/telephony/messages/x/7/${UUID}/status`;
const INBOUND_URL = "https://us.example/api/v1/telephony/messages/x";
const [PERSON, OURS] = ["+12025550143", "+12025550144"];
const bare = (number: string) => number.slice(1);

/** How one carrier writes what every carrier says. */
interface Dialect {
  name: string;
  carrier: Carrier;
  credentials: CarrierCredentials;
  /** The one request for a text. */
  request: { path: string; holds: readonly string[] };
  accepted: [status: number, body: object, id: string];
  optedOut: [status: number, body: object] | null;
  invalidNumber: [status: number, body: object];
  unusable: [status: number, body: object];
  /** A report about the text; `state` in the carrier's word. */
  report(state: "delivered" | "failed" | "opted_out"): object;
  inbound(body: string): object;
  signed(url: string, content: object): Promise<CallbackRequest> | CallbackRequest;
}

const form = (content: object) => new URLSearchParams(Object.entries(content)).toString();
const post = (url: string, body: string, headers: Record<string, string | undefined>): CallbackRequest => ({
  method: "POST",
  url,
  headers,
  body: Buffer.from(body),
});

const SID = "AC00000000000000000000000000000001";
const TOKEN = "0123456789abcdef0123456789abcdef";
const twilioDialect: Dialect = {
  name: "Twilio",
  carrier: createTwilioCarrier({ baseUrl: server.url }),
  credentials: { account_sid: SID, auth_token: TOKEN },
  request: {
    path: `/2010-04-01/Accounts/${SID}/Messages.json`,
    holds: [
      "To=%2B12025550143",
      "From=%2B12025550144",
      "Body=Hello",
      `StatusCallback=${encodeURIComponent(STATUS_URL)}`,
    ],
  },
  accepted: [201, { sid: "SM1", status: "queued" }, "SM1"],
  optedOut: [400, { code: 21610, message: "Attempt to send to unsubscribed recipient" }],
  invalidNumber: [400, { code: 21211, message: "Invalid 'To' Phone Number" }],
  unusable: [400, { code: 21606, message: "The 'From' phone number is not SMS-capable" }],
  report: (state) => ({
    AccountSid: SID,
    MessageSid: "SM1",
    MessageStatus: state === "delivered" ? "delivered" : "undelivered",
    ...(state !== "delivered" && { ErrorCode: state === "failed" ? "30003" : "21610" }),
  }),
  inbound: (Body) => ({ AccountSid: SID, MessageSid: "SM2", From: PERSON, To: OURS, Body }),
  signed: (url, content) => {
    const params = Object.fromEntries(new URLSearchParams(form(content)));
    const signature = twilio.getExpectedTwilioSignature(TOKEN, url, params);
    return post(url, form(content), { "x-twilio-signature": signature });
  },
};

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const telnyxEvent = (event_type: string, payload: object) => ({ data: { event_type, payload } });
const telnyxDialect: Dialect = {
  name: "Telnyx",
  carrier: createTelnyxCarrier({ baseUrl: server.url }),
  credentials: {
    api_key: "KEY",
    connection_id: "1",
    public_key: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64"),
  },
  request: {
    path: "/v2/messages",
    holds: [`"to":"${PERSON}"`, `"from":"${OURS}"`, '"text":"Hello"', UUID, STATUS_URL],
  },
  accepted: [200, { data: { id: "t-1" } }, "t-1"],
  optedOut: [400, { errors: [{ code: "40300", title: "Blocked due to STOP message" }] }],
  invalidNumber: [400, { errors: [{ code: "40310", title: "Invalid 'to' address" }] }],
  unusable: [401, { errors: [{ code: "10009", title: "Authentication failed" }] }],
  report: (state) =>
    telnyxEvent("message.finalized", {
      id: "t-1",
      to: [{ phone_number: PERSON, status: state === "delivered" ? "delivered" : "delivery_failed" }],
      tags: [UUID],
      cost: { amount: "0.0051", currency: "USD" },
      errors: state === "delivered" ? [] : [{ code: state === "failed" ? "40008" : "40300", title: "Undeliverable" }],
    }),
  inbound: (text) =>
    telnyxEvent("message.received", { id: "t-2", from: { phone_number: PERSON }, to: [{ phone_number: OURS }], text }),
  signed: (url, content) => {
    const [body, timestamp] = [JSON.stringify(content), String(Math.floor(Date.now() / 1000))];
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64");
    return post(url, body, { "telnyx-timestamp": timestamp, "telnyx-signature-ed25519": signature });
  },
};

const plivoDialect: Dialect = {
  name: "Plivo",
  carrier: createPlivoCarrier({ baseUrl: server.url }),
  credentials: { auth_id: "MA1", auth_token: TOKEN },
  request: {
    path: "/v1/Account/MA1/Message/",
    holds: [`"dst":"${bare(PERSON)}"`, `"src":"${bare(OURS)}"`, '"text":"Hello"', `"url":"${STATUS_URL}"`],
  },
  accepted: [202, { message: "message(s) queued", message_uuid: ["p-1"] }, "p-1"],
  optedOut: [400, { error: "The destination number has opted out" }],
  invalidNumber: [400, { error: "dst parameter is not valid" }],
  unusable: [402, { error: "Insufficient credit" }],
  report: (state) => ({
    MessageUUID: "p-1",
    From: bare(OURS),
    To: bare(PERSON),
    Status: state === "delivered" ? "delivered" : "undelivered",
    TotalAmount: "0.0070",
    ...(state !== "delivered" && { ErrorCode: state === "failed" ? "70" : "200" }),
  }),
  inbound: (Text) => ({ MessageUUID: "p-2", From: bare(PERSON), To: bare(OURS), Text, Type: "sms" }),
  signed: (url, content) => post(url, form(content), signAsPlivo([TOKEN], { url, body: form(content) })),
};

const account = createVonageAccount();
const vonageDialect: Dialect = {
  name: "Vonage",
  carrier: createVonageCarrier({ baseUrl: server.url }),
  credentials: credentialsOf(account),
  request: {
    path: "/v1/messages",
    holds: [`"to":"${bare(PERSON)}"`, `"from":"${bare(OURS)}"`, '"text":"Hello"', `"client_ref":"${UUID}"`, STATUS_URL],
  },
  accepted: [202, { message_uuid: "v-1" }, "v-1"],
  optedOut: null,
  invalidNumber: [422, { title: "Invalid params", invalid_parameters: [{ name: "to", reason: "is invalid" }] }],
  unusable: [402, { type: "https://developer.vonage.com/api-errors#low-balance", title: "Low balance" }],
  report: (state) => ({
    message_uuid: "v-1",
    status: state === "delivered" ? "delivered" : "rejected",
    client_ref: UUID,
    usage: { currency: "EUR", price: "0.0333" },
    ...(state !== "delivered" && { error: { title: "1170", detail: "Invalid or Missing Msisdn Param" } }),
  }),
  inbound: (text) => ({ channel: "sms", message_uuid: "v-2", from: bare(PERSON), to: bare(OURS), text }),
  signed: (url, content) => signWebhook(account, { url, body: JSON.stringify(content) }),
};

const DIALECTS = [twilioDialect, telnyxDialect, plivoDialect, vonageDialect];

describe.each(DIALECTS)("texts of $name", (dialect) => {
  const { carrier, credentials, signed } = dialect;
  const messages = (): CarrierMessages => {
    if (!carrier.messages) throw new Error("it sends no texts");
    return carrier.messages;
  };
  const answer = (status: number, body: object) => {
    server.answer = (_request, response) => respond(response, status, body);
  };
  const send = () =>
    messages().send(
      credentials,
      { messageUuid: UUID, to: PERSON, from: OURS, body: "Hello", statusUrl: STATUS_URL },
      5000,
    );
  beforeEach(() => void server.requests.splice(0));

  it("are sent by one request", async () => {
    const [status, body, carrierMessageId] = dialect.accepted;
    answer(status, body);
    expect(await send()).toEqual({ kind: "accepted", carrierMessageId });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: "POST", url: dialect.request.path });
    for (const part of dialect.request.holds) expect(server.requests[0]?.body).toContain(part);
  });

  it("tell what may be repeated, what is refused, and what nobody knows", async () => {
    answer(429, { errors: [{ code: "10011", title: "Too many requests" }] });
    expect(await send()).toMatchObject({ kind: "throttled" });
    answer(...dialect.invalidNumber);
    expect(await send()).toMatchObject({ kind: "refused", reason: "invalid_number" });
    answer(...dialect.unusable);
    expect(await send()).toMatchObject({ kind: "account_unusable" });
    for (const status of [200, 400, 500, 503]) {
      // As a proxy answers.
      answer(status, { hello: "there" });
      expect(await send()).toMatchObject({ kind: "unknown" });
    }
    server.answer = (_request, response) => void response.destroy();
    expect(await send()).toMatchObject({ kind: "unknown" });
    if (dialect.optedOut === null) return;
    answer(...dialect.optedOut);
    expect(await send()).toMatchObject({ kind: "refused", reason: "opted_out" });
  });

  it("are reported, signed, for their own address", async () => {
    const request = await signed(STATUS_URL, dialect.report("delivered"));
    const read = messages().readStatus(credentials, request);
    expect(read).toMatchObject({ ok: true, text: { carrierMessageId: dialect.accepted[2], state: "delivered" } });
    const failed = messages().readStatus(credentials, await signed(STATUS_URL, dialect.report("failed")));
    expect(failed).toMatchObject({ ok: true, text: { state: "failed", optedOut: false } });
    const elsewhere = { ...request, url: STATUS_URL.replace(UUID, "0197f1d2-6f3c-8c1a-ab7e-2f5d1a8c4e61") };
    expect(messages().readStatus(credentials, elsewhere).ok).toBe(false);
    expect(messages().readStatus(credentials, { ...request, headers: {} }).ok).toBe(false);
    const changed = Buffer.from(request.body.toString().replaceAll("delivered", "sent"));
    expect(messages().readStatus(credentials, { ...request, body: changed }).ok).toBe(false);
    if (dialect.optedOut === null) return;
    const optedOut = messages().readStatus(credentials, await signed(STATUS_URL, dialect.report("opted_out")));
    expect(optedOut).toMatchObject({ ok: true, text: { optedOut: true } });
  });

  it("come from people, signed", async () => {
    const request = await signed(INBOUND_URL, dialect.inbound("See you at eight"));
    expect(messages().peekInbound(request)?.to).toBe(OURS);
    expect(messages().readInbound(credentials, request)).toMatchObject({
      ok: true,
      text: { from: PERSON, to: OURS, body: "See you at eight", keyword: null, isAnswered: false },
    });
    expect(messages().readInbound(credentials, { ...request, headers: {} }).ok).toBe(false);
    const forged = Buffer.from(request.body.toString().replace("eight", "STOP"));
    expect(messages().readInbound(credentials, { ...request, body: forged }).ok).toBe(false);
    const report = await signed(INBOUND_URL, dialect.report("delivered"));
    expect(messages().peekInbound(report)).toBeNull();
    expect(messages().readInbound(credentials, report).ok).toBe(false);
    const stop = messages().readInbound(credentials, await signed(INBOUND_URL, dialect.inbound("STOP")));
    // Vonage answers no word itself.
    expect(stop).toMatchObject({ ok: true, text: { isAnswered: dialect.optedOut !== null } });
    for (const body of ["", "hello", "{}", "null", "[]", "a=b"])
      expect(messages().peekInbound(post(INBOUND_URL, body, {}))).toBeNull();
  });
});

describe("Twilio", () => {
  const texts = () => twilioDialect.carrier.messages;
  const query = { messageUuid: UUID, carrierMessageId: null, to: PERSON, from: OURS, body: "Hello" };
  const resource = (sid: string, date_created: string) => ({ sid, body: "Hello", status: "delivered", date_created });

  it("finds a text whose answer was lost where it is the only one of its kind", async () => {
    const requestedAt = new Date("2026-11-30T06:00:00Z");
    const find = () => texts()?.find(twilioDialect.credentials, { ...query, requestedAt });
    const list = (...messages: object[]) => {
      server.answer = (_request, response) => respond(response, 200, { messages });
    };
    const later = "Mon, 30 Nov 2026 06:00:01 +0000";
    list(resource("SM9", later), resource("SM8", "Mon, 30 Nov 2026 05:00:00 +0000"));
    expect(await find()).toMatchObject({ carrierMessageId: "SM9", state: "delivered" });
    list(resource("SM9", later), resource("SM10", later));
    expect(await find()).toBe("unsure");
    list();
    expect(await find()).toBe("absent");
  });

  it("tells of a word that it has read itself", async () => {
    const content = { ...twilioDialect.inbound("Stopp"), OptOutType: "STOP" };
    const request = await twilioDialect.signed(INBOUND_URL, content);
    expect(texts()?.readInbound(twilioDialect.credentials, request)).toMatchObject({
      text: { keyword: "stop", isAnswered: true },
    });
  });
});
