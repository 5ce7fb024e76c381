import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { planCall } from "../../../domain/call/call-plan.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallbackRequest, Carrier } from "../../../infra/telephony/carrier.ts";
import { type CarrierRegistry, createCarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { createVonageAccount, signWebhook } from "./vonage/vonage-account.ts";

/**
 * Walks every field that an account of a carrier may have, from the carriers' own descriptions: with another value either
 * a request to the carrier is another, or what is believed of it, or how agents talk. A field that nobody reads is red.
 */
let receiver: HttpReceiver;
let carriers: CarrierRegistry;

beforeAll(async () => {
  receiver = await startHttpReceiver();
  receiver.answer = ({ url }, response) => {
    const [, status = 200, answer = {}] = LIVEKITS.find(([method]) => url.includes(method)) ?? [];
    respond(response, status, answer);
  };
  const options = { baseUrl: receiver.url, readTimeoutMs: 10_000 };
  carriers = createCarrierRegistry({
    simulator: { ...options, signingKey: "a key of the test" },
    twilio: options,
    telnyx: options,
    plivo: options,
    vonage: options,
    sip: { livekit: { url: receiver.url, publicUrl: "", apiKey: "key", apiSecret: "secret" } },
  });
});
afterAll(() => receiver.close());

/** What LiveKit says otherwise: the room is new, nobody has been called yet, and the trunk knows no such number. */
const LIVEKITS = [
  ["CreateRoom", 200, { name: "room", metadata: "" }],
  ["UpdateRoomMetadata", 200, { name: "room", metadata: "dialled" }],
  ["ListSIPInboundTrunk", 200, { items: [] }],
  ["GetParticipant", 404, { code: "not_found" }],
  ["CreateSIPParticipant", 400, { code: "failed_precondition", meta: { sip_status_code: "404" } }],
] as const;

const telnyxKeys = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")] as const;
const vonageAccounts = [createVonageAccount(), createVonageAccount()] as const;
const pemOf = (index: 0 | 1) => vonageAccounts[index].privateKey;
const rawKey = (key: KeyObject) => Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");

type Pair = readonly [string | boolean, string | boolean];
const SWITCH: Pair = [true, false];
/** Two values of each field; the first ones are an account together. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Pair>>>> = {
  simulator: { account: ["alpha", "beta"], conversations: SWITCH, turn_by_turn: SWITCH },
  twilio: {
    account_sid: [`AC${"0".repeat(32)}`, `AC${"1".repeat(32)}`],
    auth_token: ["token-alpha", "token-beta"],
    amd_enabled: SWITCH,
    turn_by_turn: SWITCH,
  },
  telnyx: {
    api_key: ["KEYalpha", "KEYbeta"],
    connection_id: ["1", "2"],
    webhook_public_key: [rawKey(telnyxKeys[0].publicKey), rawKey(telnyxKeys[1].publicKey)],
    amd_enabled: SWITCH,
  },
  plivo: {
    auth_id: ["MAXXXXXXXXXXXXXXXXXA", "MAXXXXXXXXXXXXXXXXXB"],
    auth_token: ["token-alpha", "token-beta"],
    application_id: ["111", "222"],
    amd_enabled: SWITCH,
  },
  vonage: {
    api_key: [vonageAccounts[0].apiKey, vonageAccounts[1].apiKey],
    api_secret: ["secret-alpha", "secret-beta"],
    application_id: [vonageAccounts[0].applicationId, vonageAccounts[1].applicationId],
    private_key: [pemOf(0), pemOf(1)],
    signature_secret: [vonageAccounts[0].signatureSecret, vonageAccounts[1].signatureSecret],
    amd_enabled: SWITCH,
  },
  sip: {
    address: ["sip.example.com", "sip.example.com:5070"],
    transport: ["tls", "tcp"],
    username: ["alpha", "beta"],
    password: ["secret-alpha", "secret-beta"],
    from_host: ["alpha.example.com", "beta.example.com"],
    media_encryption: ["allow", "disable"],
    inbound_addresses: ["203.0.113.7", "198.51.100.0/24"],
    inbound_username: ["alpha", "beta"],
    inbound_password: ["secret-alpha", "secret-beta"],
  },
};

const STATUS_URL = "https://ringdown.example/status";
const settings = readAgentSettings({});

/** Everything that a carrier is asked, and what is believed of what it says. */
const observe = async (carrier: Carrier, credentials: CarrierCredentials): Promise<unknown> => {
  receiver.requests.length = 0;
  const plan = planCall({
    definition: { ...receptionDefinition() },
    settings,
    variables: {},
    direction: "outbound",
    words: null,
    carrier: carrier.description,
    credentials,
  });
  const request = {
    runUuid: "00000000-0000-4000-8000-000000000000",
    to: "+14155550100",
    from: "+12025550100",
    answerUrl: "https://ringdown.example/answer",
    statusUrl: STATUS_URL,
    ringTimeoutSeconds: 30,
    timeLimitSeconds: plan.timeLimitSeconds,
    detectMachine: plan.detectMachine,
    record: false,
    conversation: plan.mode === null ? null : { webSocketUrl: "wss://ringdown.example/relay", language: "en-US" },
    greeting: "Hello",
  };
  const textUrl = "https://ringdown.example/texts";
  const target = { inboundUrl: "https://ringdown.example/inbound", statusUrl: STATUS_URL, textUrl };
  const number = { phoneNumber: "+12025550100", carrierNumberId: "PN1" };
  // The carrier's handling of an answer {} does not matter; the request does.
  const attempts = [
    () => carrier.placeCall(credentials, request, 10_000),
    () => carrier.checkAccount(credentials),
    () => carrier.numbers?.search(credentials, { country: "US", type: "local", limit: 1 }),
    () => carrier.numbers?.pointInbound(credentials, number, target),
    () => carrier.pointInbound?.(credentials, number, { target, serves: true }),
  ];
  for (const attempt of attempts) await Promise.resolve(attempt()).catch(() => undefined);
  const believed = [];
  for (const told of await signedByTheFirst()) {
    const read = carrier.readCallback(credentials, told);
    believed.push(read.ok || read.reason);
  }
  return { plan, requests: receiver.requests.map(asAsked), believed };
};

const asAsked = ({ method, url, headers, body }: HttpReceiver["requests"][number]) => ({
  method,
  url,
  body,
  proof: proofIn(headers.authorization ?? ""),
});

/** A token that is made anew for each request: what it says, and whose key it was signed with. */
const proofIn = (authorization: string): unknown => {
  const [head, payload, signature] = authorization.replace("Bearer ", "").split(".");
  if (!head || !payload || !signature) return authorization;
  const claims: { application_id?: string } = JSON.parse(Buffer.from(payload, "base64url").toString());
  const proof = Buffer.from(signature, "base64url");
  const signedBy = vonageAccounts.findIndex(({ publicKey }) =>
    verify("sha256", Buffer.from(`${head}.${payload}`), publicKey, proof),
  );
  if (signedBy === -1) return "signed anew each time";
  return { application: claims.application_id, signedBy };
};

const EVENT = {
  uuid: "call-1",
  status: "completed",
  direction: "outbound",
  timestamp: new Date().toISOString(),
  conversation_uuid: "CON-1",
  to: "14155550100",
  from: "12025550100",
};

/** Events as the first account's carrier signs them. */
const signedByTheFirst = async (): Promise<CallbackRequest[]> => {
  const vonage = await signWebhook(vonageAccounts[0], { url: STATUS_URL, body: JSON.stringify(EVENT) });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const event = {
    id: createHash("sha256").update(timestamp).digest("hex"),
    event_type: "call.initiated",
    occurred_at: new Date().toISOString(),
    payload: { call_control_id: "v3:1", call_leg_id: "leg", call_session_id: "session", connection_id: "1" },
  };
  const body = Buffer.from(JSON.stringify({ data: { record_type: "event", ...event } }));
  const signature = sign(null, Buffer.concat([Buffer.from(`${timestamp}|`), body]), telnyxKeys[0].privateKey);
  const headers = {
    "content-type": "application/json",
    "telnyx-timestamp": timestamp,
    "telnyx-signature-ed25519": signature.toString("base64"),
  };
  return [vonage, { method: "POST", url: STATUS_URL, headers, body }];
};

const accountOf = (provider: string, other?: string): CarrierCredentials =>
  Object.fromEntries(
    Object.entries(VALUES[provider] ?? {}).map(([name, [first, second]]) => [name, name === other ? second : first]),
  );

describe.each(Object.keys(VALUES))("every field of an account at %s", (provider) => {
  it("is known here", () => {
    const fields = carriers.get(provider).description.fields.map(({ name }) => name);
    expect(fields.sort()).toEqual(Object.keys(VALUES[provider] ?? {}).sort());
  });

  it.each(Object.keys(VALUES[provider] ?? {}))("%s changes what the carrier is asked, or believed", async (field) => {
    const carrier = carriers.get(provider);
    const one = await observe(carrier, accountOf(provider));
    const other = await observe(carrier, accountOf(provider, field));
    expect(other).not.toEqual(one);
  });

  it("is seen alike where nothing differs", async () => {
    const carrier = carriers.get(provider);
    const same = () => observe(carrier, accountOf(provider));
    expect(await same()).toEqual(await same());
  });
});

it("every carrier is walked", () => {
  expect(carriers.descriptions().map(({ provider }) => provider)).toEqual(Object.keys(VALUES));
});
