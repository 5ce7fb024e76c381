import { createHash, createHmac, randomUUID } from "node:crypto";
import type { CarrierCredentials } from "../../../../domain/call/carrier-credentials.ts";
import { signPlivoRequest } from "../../../../infra/telephony/plivo/plivo.signature.ts";
import { signTwilioRequest } from "../../../../infra/telephony/twilio/twilio.signature.ts";

/** A carrier's instructions, read from its own format. */
export interface Told {
  said: string[];
  /** The address for the next request, when it listens. */
  listenUrl: string | null;
  hangsUp: boolean;
  transferTo: string | null;
  afterUrl: string | null;
  document: string;
}

export type Event =
  | { kind: "begin"; machine?: true }
  | { kind: "speech"; text: string }
  | { kind: "silence" }
  | { kind: "transfer_ended"; outcome: "busy" };

/** A carrier that asks for documents, as seen from its own side of the line. */
export interface AskingCarrier {
  credentials: CarrierCredentials;
  request(url: string, callId: string, event: Event): RequestInit & { url?: string };
  read(document: string): Omit<Told, "document">;
}

const xmlTexts = (document: string, name: string): string[] =>
  [...document.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, "g"))].map((match) => unescape(match[1] ?? ""));

const unescape = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const attribute = (document: string, element: string, name: string): string | null => {
  const found = new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(document)?.[1];
  return found === undefined ? null : unescape(found);
};

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

export const twilio: AskingCarrier = {
  credentials: { account_sid: "AC00000000000000000000000000000001", auth_token: "a token", turn_by_turn: true },
  request: (url, CallSid, event) => {
    const fields = {
      CallSid,
      AccountSid: "AC00000000000000000000000000000001",
      ...(event.kind === "begin" && {
        CallStatus: "in-progress",
        ...(event.machine && { AnsweredBy: "machine_start" }),
      }),
      ...(event.kind === "speech" && { SpeechResult: event.text, Confidence: "0.9" }),
      ...(event.kind === "transfer_ended" && { DialCallStatus: event.outcome }),
    };
    const body = form(fields);
    return { method: "POST", body, headers: { "x-twilio-signature": signTwilioRequest("a token", url, body) } };
  },
  read: (document) => ({
    said: xmlTexts(document, "Say"),
    listenUrl: attribute(document, "Gather", "action"),
    hangsUp: document.includes("<Hangup"),
    transferTo: xmlTexts(document, "Number")[0] ?? xmlTexts(document, "Dial")[0] ?? null,
    afterUrl: attribute(document, "Dial", "action"),
  }),
};

export const plivo: AskingCarrier = {
  credentials: { auth_id: "MAXXXXXXXXXXXXXXXXXX", auth_token: "a token" },
  request: (url, CallUUID, event) => {
    const fields: Record<string, string> = {
      CallUUID,
      Direction: "outbound",
      CallStatus: "in-progress",
      Event: "StartApp",
      ...(event.kind === "begin" && event.machine && { Machine: "true" }),
      ...(event.kind === "speech" && { Event: "GetInput", InputType: "speech", Speech: event.text }),
      ...(event.kind === "silence" && { Event: "GetInput", InputType: "speech", Speech: "" }),
      ...(event.kind === "transfer_ended" && { DialStatus: event.outcome }),
    };
    const nonce = randomUUID();
    const signature = signPlivoRequest("a token", { method: "POST", url, form: form(fields) }, nonce);
    return {
      method: "POST",
      body: form(fields),
      headers: { "x-plivo-signature-v3": signature, "x-plivo-signature-v3-nonce": nonce },
    };
  },
  read: (document) => ({
    said: xmlTexts(document, "Speak"),
    listenUrl: attribute(document, "GetInput", "action") ?? xmlTexts(document, "Redirect")[0] ?? null,
    hangsUp: document.includes("<Hangup"),
    transferTo: xmlTexts(document, "Number")[0] ?? null,
    afterUrl: attribute(document, "Dial", "action"),
  }),
};

interface NccoAction {
  action: string;
  text?: string;
  eventUrl?: string[];
  endpoint?: { number?: string }[];
}

export const vonage: AskingCarrier = {
  credentials: {
    api_key: "abcd1234",
    api_secret: "a secret",
    application_id: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
    private_key: "none",
    signature_secret: "another secret",
  },
  request: (_url, uuid, event) => {
    const body = JSON.stringify({
      uuid,
      ...(event.kind === "begin" && { to: "14155550101", from: "14155550100" }),
      ...(event.kind === "speech" && { speech: { results: [{ text: event.text, confidence: "0.9" }] } }),
      ...(event.kind === "silence" && { speech: { timeout_reason: "start_timeout", results: null } }),
      ...(event.kind === "transfer_ended" && { status: event.outcome }),
    });
    return {
      method: "POST",
      body,
      headers: { "content-type": "application/json", authorization: `Bearer ${vonageToken(body)}` },
    };
  },
  read: (document) => {
    const actions: NccoAction[] = JSON.parse(document);
    const named = (name: string) => actions.find(({ action }) => action === name);
    const next = named("input") ?? named("notify");
    return {
      said: actions.flatMap(({ action, text }) => (action === "talk" ? [text ?? ""] : [])),
      listenUrl: next?.eventUrl?.[0] ?? null,
      hangsUp: !next && !named("connect"),
      transferTo: named("connect")?.endpoint?.[0]?.number ?? null,
      afterUrl: named("connect")?.eventUrl?.[0] ?? null,
    };
  },
};

const vonageToken = (body: string): string => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    api_key: "abcd1234",
    application_id: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
    payload_hash: createHash("sha256").update(body).digest("hex"),
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", "another secret").update(signed).digest("base64url")}`;
};
