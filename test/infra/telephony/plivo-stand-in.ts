import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Asked, type Resource, refuse, reply } from "./plivo/stand-in/answers.ts";
import { endCall } from "./plivo/stand-in/callbacks.ts";
import { type CallerIdBook, callerIdsOf, createCallerIdBook } from "./plivo/stand-in/caller-ids.ts";
import { type CallSituation, callsOf, type StandInCall } from "./plivo/stand-in/calls.ts";
import { createNumberShop, type NumberShop, numbersOf } from "./plivo/stand-in/numbers.ts";
import { createRecordingShelf, type RecordingShelf, recordingsOf } from "./plivo/stand-in/recordings.ts";
import { signAsPlivo, signTextAsPlivo } from "./plivo/stand-in/signing.ts";
import { createTextDesk, type TextDesk, textsOf } from "./plivo/stand-in/texts.ts";

export interface PlivoStandIn {
  baseUrl: string;
  authId: string;
  authToken: string;
  requests: { method: string; path: string; json: Readonly<Record<string, unknown>> }[];
  calls: StandInCall[];
  shop: NumberShop;
  callerIds: CallerIdBook;
  recordings: RecordingShelf;
  texts: TextDesk;
  prepare(number: string, situation: CallSituation): void;
  /** Sets the platform's answer to requests for instructions; none by default. */
  answerWith(platform: (call: StandInCall) => Promise<string | null>): void;
  sign(request: { url: string; body: string }): Record<string, string>;
  /** The headers of a request about a text. */
  signText(url: string): Record<string, string>;
  close(): Promise<void>;
}

/** Plivo's API, as published, for one account: checks requests as Plivo does, and is stricter on unknown fields. */
export const startPlivoStandIn = async (): Promise<PlivoStandIn> => {
  const authId = `MA${randomBytes(9).toString("hex").toUpperCase()}`;
  const authToken = randomBytes(20).toString("hex");
  const root = `/v1/Account/${authId}`;
  let baseUrl = "";
  let platform: (call: StandInCall) => Promise<string | null> = async () => null;
  const situations = new Map<string, CallSituation>();
  const requests: PlivoStandIn["requests"] = [];
  const calls: StandInCall[] = [];
  const shop = createNumberShop();
  const callerIds = createCallerIdBook();
  const recordings = createRecordingShelf(() => `${baseUrl}${root}`);
  const sign = (request: { url: string; body: string }) => signAsPlivo([authToken], request);
  const signText = (url: string) => signTextAsPlivo(authToken, url);
  const texts = createTextDesk();
  const tellOfText = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: "POST", headers: signText(url), body: new URLSearchParams(fields).toString() });
  const teller = { sign, recordings, platform: (call: StandInCall) => platform(call) };

  const account: Resource = (asked) =>
    asked.path === "/" && reply(asked, 200, { account_type: "standard", auth_id: authId, cash_credits: "25.00000" });
  const resources = [
    account,
    callsOf({
      calls,
      situationOf: (number) => situations.get(number) ?? { stays: "queued" },
      end: (call, outcome) => endCall(teller, call, outcome),
    }),
    recordingsOf(recordings),
    numbersOf(shop),
    callerIdsOf(callerIds),
    textsOf(texts, tellOfText),
  ];

  const route = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const url = new URL(request.url ?? "", "http://stand-in");
    const json = bodyOf(request, body);
    const method = request.method ?? "";
    const path = url.pathname.startsWith(root) ? url.pathname.slice(root.length) : "";
    requests.push({ method, path, json: json ?? {} });
    const expected = `Basic ${Buffer.from(`${authId}:${authToken}`).toString("base64")}`;
    if (request.headers.authorization !== expected)
      return void response.writeHead(401).end("Could not verify your access level for that URL.");
    const asked: Asked = { method, path, query: url.searchParams, json: json ?? {}, response };
    if (json === null) return void refuse(asked, 400, "the body is not JSON");
    if (!resources.some((resource) => resource(asked))) refuse(asked, 404, "not found");
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    route(request, response, Buffer.concat(chunks).toString());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl,
    authId,
    authToken,
    requests,
    calls,
    shop,
    callerIds,
    recordings,
    texts,
    prepare: (number, situation) => void situations.set(number, situation),
    answerWith: (next) => {
      platform = next;
    },
    sign,
    signText,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** null: a POST without a JSON object. */
const bodyOf = (request: IncomingMessage, body: string): Readonly<Record<string, unknown>> | null => {
  if (request.method !== "POST") return {};
  if (!request.headers["content-type"]?.startsWith("application/json")) return null;
  const parsed: unknown = JSON.parse(body);
  return isObject(parsed) ? parsed : null;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
