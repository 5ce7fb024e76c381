import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { takesIdempotencyKey } from "../../../api/http/idempotency-key.ts";
import type { AnyOperation } from "../../../api/http/operation.ts";
import { Ringdown } from "../../../clients/typescript/src/ringdown.ts";
import { nameOperations } from "../../../scripts/clients/name-operations.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { isEventStream, keysOf, parametersOf } from "../../harness/operation-walk.ts";

let platform: HttpReceiver;
let ringdown: Ringdown;

beforeAll(async () => {
  platform = await startHttpReceiver();
  ringdown = new Ringdown({ baseUrl: platform.url, apiKey: "vap_test_key" });
});
afterAll(() => platform.close());

const places = nameOperations(operations.map(({ id }) => id));
/** Values that an address, a query and JSON write in different ways. */
const valueOf = (name: string) => `${name} /?&=% é`;
const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, valueOf(name)]));

type Method = (input?: object) => PromiseLike<unknown> & AsyncIterable<unknown>;

/** Calls a method of the client, found by its name as a program without types would. */
const call = (operation: AnyOperation, input: object) => {
  const names = places.get(operation.id) ?? [];
  const method = names.reduce<unknown>((found, name) => Reflect.get(Object(found), name), ringdown) as Method;
  return Object.keys(input).length > 0 ? method(input) : method();
};

const answerWith = (operation: AnyOperation) => {
  platform.requests.length = 0;
  platform.answer = (_request, response) => {
    if (isEventStream(operation))
      return response.writeHead(200, { "content-type": "text/event-stream" }).end("event: end\ndata: {}\n\n");
    respond(response, 200, {});
  };
};

const carryOut = async (operation: AnyOperation, input: object) => {
  answerWith(operation);
  const answer = call(operation, input);
  const events: unknown[] = [];
  if (isEventStream(operation)) for await (const event of answer) events.push(event);
  else await answer;
  // The end of a streamed reply has the whole turn, and is an event of its own.
  expect(events).toHaveLength(operation.id === "textSessions.messageStream" ? 1 : 0);
  expect(platform.requests).toHaveLength(1);
  return platform.requests[0]!;
};

describe("every operation", () => {
  it.each(operations.map((operation): [string, AnyOperation] => [operation.id, operation]))(
    "%s is sent as the table of operations says",
    async (_, operation) => {
      const [params, query, body] = [parametersOf(operation), keysOf(operation.query), keysOf(operation.body)];
      const request = await carryOut(operation, valuesOf([...params, ...query, ...body]));
      const url = new URL(request.url, platform.url);
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(valueOf(name)));
      expect({
        method: request.method.toLowerCase(),
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: request.body === "" ? {} : JSON.parse(request.body),
      }).toEqual({
        method: operation.method,
        path: `/api/v1${path}`,
        query: valuesOf(query),
        body: valuesOf(body),
      });
      const isKeyed = takesIdempotencyKey(operation);
      expect({
        key: request.headers["x-api-key"],
        isKeyed: (request.headers["idempotency-key"] ?? "").length === 36,
        type: request.headers["content-type"],
      }).toEqual({ key: "vap_test_key", isKeyed, type: body.length > 0 ? "application/json" : undefined });
    },
  );

  it("takes nothing that has no place in its request", async () => {
    const bare = ringdown.campaigns as unknown as { get(input: object): Promise<unknown> };
    await expect(async () => bare.get({ campaign_id: 1, colour: "red" })).rejects.toThrow(
      "campaigns.get takes no colour",
    );
    await expect(async () => bare.get({})).rejects.toThrow("campaigns.get needs campaign_id");
    await expect(async () => bare.get({ campaign_id: ".." })).rejects.toThrow("needs campaign_id");
  });

  it("repeats the name of a list in the query, and leaves out what is null", async () => {
    answerWith(operations.find(({ id }) => id === "channels.timeline")!);
    await ringdown.channels.timeline({ kinds: ["outcome", "message"], campaign_id: 4 });
    expect(platform.requests[0]?.url).toBe("/api/v1/timeline?kinds=outcome&kinds=message&campaign_id=4");
    const bare = ringdown.campaigns as unknown as { list(input: object): PromiseLike<unknown> };
    await bare.list({ q: null, state: undefined });
    expect(platform.requests[1]?.url).toBe("/api/v1/campaigns");
  });

  it("sends a file as a form", async () => {
    answerWith(operations.find(({ id }) => id === "contacts.doNotCall.upload")!);
    await ringdown.contacts.doNotCall.upload({ file: new File(["+12025550100\n"], "numbers.csv") });
    const [request] = platform.requests;
    expect(request?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(request?.body).toMatch(/name="file"; filename="numbers.csv"[^]*\+12025550100/);
  });

  it("answers a file as bytes and a page as text", async () => {
    platform.answer = (_request, response) => void response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n");
    const report = await ringdown.campaigns.report({ campaign_id: 1 });
    expect(await report.text()).toBe("a,b\n");
    expect(await ringdown.tools.connectors.callback({ state: "1" })).toBe("a,b\n");
  });
});
