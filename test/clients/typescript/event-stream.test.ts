import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ConnectionError, NotFoundError, Ringdown } from "../../../clients/typescript/src/index.ts";
import { readServerEvents } from "../../../clients/typescript/src/server-events.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let platform: HttpReceiver;
let ringdown: Ringdown;

beforeAll(async () => {
  platform = await startHttpReceiver();
  ringdown = new Ringdown({ baseUrl: platform.url, apiKey: "vap_test_key", maxRetries: 2 });
});
afterAll(() => platform.close());
beforeEach(() => {
  platform.requests.length = 0;
});

const begin = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "text/event-stream" }).write(`retry: 1\n${text}`);
const eventOf = (id: string, data: unknown) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const END = "id: end\nevent: end\ndata: {}\n\n";
const idsSent = () => platform.requests.map(({ headers }) => headers["last-event-id"] ?? null);

describe("a stream", () => {
  it("goes on after the last event when its connection ends or breaks, and ends with the event end", async () => {
    const connections = [
      (response: ServerResponse) => {
        begin(response, eventOf("a", 1) + eventOf("b", 2));
        response.end();
      },
      (response: ServerResponse) => {
        begin(response, eventOf("c", 3));
        setImmediate(() => response.destroy());
      },
      (response: ServerResponse) => void begin(response, eventOf("d", 4) + END),
    ];
    platform.answer = (_request, response) => connections[platform.requests.length - 1]?.(response);
    const stream = ringdown.campaigns.progressStream({ campaign_id: 1 });
    const seen: unknown[] = [];
    for await (const data of stream) seen.push(data);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(idsSent()).toEqual([null, "b", "c"]);
    expect(stream.lastEventId).toBe("d");
  });

  it("goes on after an event of an earlier process, and gives names and ids when they are asked for", async () => {
    platform.answer = (_request, response) => void begin(response, `id: 8\nevent: news\ndata: {"a": 1}\n\n${END}`);
    const stream = ringdown.channels.timelineStream({}, { lastEventId: "7" });
    const seen: unknown[] = [];
    for await (const event of stream.events()) seen.push(event);
    expect(seen).toEqual([{ id: "8", event: "news", data: { a: 1 } }]);
    expect(idsSent()).toEqual(["7"]);
  });

  it("is over where nothing follows", async () => {
    platform.answer = (_request, response) => void response.writeHead(204).end();
    for await (const _ of ringdown.campaigns.progressStream({ campaign_id: 1 })) throw new Error("nothing follows");
    expect(platform.requests).toHaveLength(1);
  });

  it("is closed when its loop is left", async () => {
    let isClosed = false;
    platform.answer = (_request, response) => {
      response.on("close", () => (isClosed = true));
      begin(response, eventOf("a", 1));
    };
    for await (const _ of ringdown.organizations.stream()) break;
    await waitUntil("the connection is closed", () => isClosed);
  });

  it("is closed by the caller's signal", async () => {
    const leaving = new AbortController();
    platform.answer = (_request, response) => void begin(response, eventOf("a", 1));
    const follow = async () => {
      for await (const _ of ringdown.organizations.stream({ signal: leaving.signal }))
        leaving.abort(new Error("enough"));
    };
    await expect(follow()).rejects.toThrow("enough");
  });

  it("throws a refusal, and what is lost more often than the client repeats", async () => {
    const follow = async () => {
      for await (const _ of ringdown.campaigns.progressStream({ campaign_id: 1 })) throw new Error("it has no events");
    };
    platform.answer = (_request, response) => respond(response, 404, { detail: "No such campaign" });
    await expect(follow()).rejects.toThrow(NotFoundError);
    platform.answer = (_request, response) => void response.destroy();
    await expect(follow()).rejects.toThrow(ConnectionError);
  });
});

describe("server-sent events", () => {
  const readAll = async (chunks: readonly Uint8Array[]) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const events: unknown[] = [];
    for await (const { event, data, id } of readServerEvents(body, { lastEventId: null, onBytes: () => {} }))
      events.push({ id, event, data });
    return events;
  };

  it("are the same however the bytes are cut and the lines end", async () => {
    const lines = [
      ": a comment",
      "id: 1",
      "data: é1",
      "data:2",
      "",
      "event: news",
      "data",
      "",
      "id",
      "data: x: y",
      "",
      "data: without an end",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 12 }),
        async (end, cuts) => {
          const bytes = new TextEncoder().encode(lines.join(end));
          const places = [0, ...cuts.sort((one, other) => one - other), bytes.length];
          const chunks = places.slice(1).map((place, index) => bytes.slice(places[index], place));
          expect(await readAll(chunks)).toEqual([
            { id: "1", event: "message", data: "é1\n2" },
            { id: "1", event: "news", data: "" },
            { id: "", event: "message", data: "x: y" },
          ]);
        },
      ),
    );
  });
});

describe("an answer in sentences", () => {
  const place = { workflow_id: 1, run_id: 2 };
  const told = (event: { kind: string; text?: string; session?: object }) =>
    `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
  const read = async () => {
    const seen: unknown[] = [];
    for await (const event of ringdown.textSessions.messageStream({ ...place, text: "Hello" })) seen.push(event.kind);
    return seen;
  };

  it("is asked for once, with its message, and gives its end too", async () => {
    const events = [told({ kind: "sentence", text: "One." }), told({ kind: "end", session: {} })];
    platform.answer = (_request, response) => void begin(response, events.join(""));
    expect(await read()).toEqual(["sentence", "end"]);
    expect(platform.requests.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
      ["POST", { text: "Hello" }],
    ]);
  });

  it("is not asked for again when its connection breaks: its message was written once", async () => {
    platform.answer = (_request, response) => {
      begin(response, told({ kind: "sentence", text: "One." }));
      setImmediate(() => response.destroy());
    };
    await expect(read()).rejects.toThrow(ConnectionError);
    platform.answer = (_request, response) => {
      begin(response, told({ kind: "sentence", text: "One." }));
      response.end();
    };
    await expect(read()).rejects.toThrow("before its answer was whole");
    expect(platform.requests).toHaveLength(2);
  });
});
