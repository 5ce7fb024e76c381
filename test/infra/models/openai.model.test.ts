import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import type { ChatEvent, ChatModel, ChatRequest, ModelError } from "../../../domain/model/chat-model.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { publicOnly, readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { createOpenaiModel } from "../../../infra/models/openai.model.ts";
import { withReplyTimeouts } from "../../../infra/models/reply-timeouts.ts";
import { collect } from "../../harness/collect.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type ChatServer, refuse, startChatServer, stream } from "./chat-server.ts";

const KEY = "sk-secret-0123456789";
let server: ChatServer;
let model: ChatModel;

beforeAll(async () => {
  server = await startChatServer();
  model = openModel();
});
beforeEach(() => {
  server.requests.length = 0;
  server.answers.length = 0;
});
afterAll(() => server.close());

const openModel = (allowed = "127.0.0.1") =>
  createOpenaiModel({
    longestCharacters: 1_000,
    model: "a-model",
    apiKey: KEY,
    baseUrl: server.baseUrl,
    fetch: createGuardedRequests(allowed ? readOutboundPolicy(allowed) : publicOnly).fetch,
  });

const spoken = z.object({ messages: z.array(z.object({ role: z.string() })) });
const rolesOf = (sent: ChatServer["requests"][number] | undefined): string[] =>
  spoken.parse(sent?.body).messages.map(({ role }) => role);

const request = (overrides: Partial<ChatRequest> = {}): ChatRequest => ({
  system: "You are Mira.",
  messages: [{ role: "person", text: "Hello?" }],
  functions: [],
  stepView: { node: { name: "Start", prompt: "", isEnd: false }, edges: [], tools: [] },
  signal: new AbortController().signal,
  ...overrides,
});

const textOf = (events: ChatEvent[]) => events.map((event) => (event.kind === "text" ? event.text : "")).join("");
const faultOf = async (given: Partial<ChatRequest> = {}, asked = model): Promise<ModelError> =>
  collect(asked.reply(request(given))).then(
    () => Promise.reject(new Error("it did not fail")),
    (error: ModelError) => error,
  );

const call = (index: number, part: object, more: object = {}) => ({ tool_calls: [{ index, ...more, function: part }] });
const lookUp = { name: "look_up", description: "Looks it up", parameters: { type: "object", properties: {} } };

describe("a reply", () => {
  it.each([1, 7, 64, 100_000])("comes whole whatever pieces of %i bytes the stream is cut into", async (pieceBytes) => {
    const words = ["Grüß ", "Gott, ", "नमस्ते — ", "😀 ", "你好。"];
    server.answers.push(
      stream(
        words.map((content) => ({ content })),
        { pieceBytes },
      ),
    );
    expect(textOf(await collect(model.reply(request())))).toBe(words.join(""));
  });

  it("says what it came to, where its server counts", async () => {
    const told: unknown[] = [];
    server.answers.push(stream([{ content: "Hello." }], { usage: { prompt_tokens: 120, completion_tokens: 7 } }));
    const events = await collect(model.reply(request({ onUsage: (usage) => told.push(usage) })));
    expect([textOf(events), told]).toEqual(["Hello.", [{ promptTokens: 120, completionTokens: 7 }]]);
    expect(server.requests[0]?.body).toMatchObject({ stream_options: { include_usage: true } });
  });

  it("is asked for without counting from a server that knows no such option", async () => {
    const fresh = openModel();
    server.answers.push(
      (response) => refuse(response, 400, "Unrecognized request argument supplied: stream_options"),
      stream([{ content: "Hello." }]),
    );
    for (let n = 0; n < 2; n += 1) expect(textOf(await collect(fresh.reply(request())))).toBe("Hello.");
    expect(server.requests.map(({ body }) => "stream_options" in body)).toEqual([true, false, false]);
  });

  it("is asked for with the key, the prompt and the functions, once", async () => {
    server.answers.push(stream([{ content: "Hello." }]));
    await collect(model.reply(request({ functions: [lookUp], mustCall: "look_up" })));
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(server.requests[0]?.body).toEqual({
      model: "a-model",
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: "system", content: "You are Mira." },
        { role: "user", content: "Hello?" },
      ],
      tools: [{ type: "function", function: lookUp }],
      tool_choice: { type: "function", function: { name: "look_up" } },
    });
  });

  it("calls functions whose arguments come letter by letter, two at once", async () => {
    const deltas = [
      { content: "One moment." },
      call(0, { name: "look_up", arguments: "" }, { id: "call_a", type: "function" }),
      call(0, { arguments: '{"or' }),
      call(1, { name: "look_up", arguments: "{" }, { id: "call_b", type: "function" }),
      call(0, { arguments: 'der":1}' }),
      call(1, { arguments: "}" }),
    ];
    server.answers.push(stream(deltas, { finish: "tool_calls", pieceBytes: 11 }));
    const events = await collect(model.reply(request({ functions: [lookUp] })));
    expect(events.slice(1)).toEqual([
      { kind: "call", id: "call_a", name: "look_up", arguments: '{"order":1}' },
      { kind: "call", id: "call_b", name: "look_up", arguments: "{}" },
    ]);
  });

  it("holds nothing that cannot be stored", async () => {
    const given = '{"day":"Mon\\u0000day","name":"\\ud83d","face":"\\ud83d\\ude00"}';
    server.answers.push(
      stream([{ content: "Good\0 day." }, call(0, { name: "look_up", arguments: given }, { id: "call_a" })], {
        finish: "tool_calls",
      }),
    );
    const events = await collect(model.reply(request({ functions: [lookUp] })));
    expect(events).toEqual([
      { kind: "text", text: "Good day." },
      { kind: "call", id: "call_a", name: "look_up", arguments: '{"day":"Monday","name":"\ufffd","face":"😀"}' },
    ]);
  });

  it("a reply that was cut off says so, and calls no function that was not whole", async () => {
    const length = { finish: "length" };
    const replyOf = async (deltas: object[], asked: Partial<ChatRequest> = {}) => {
      server.answers.length = 0;
      server.answers.push(stream(deltas, length));
      return collect(model.reply(request(asked)));
    };
    expect(await replyOf([{ content: "We are op" }])).toEqual([
      { kind: "text", text: "We are op" },
      { kind: "cut_off", call: null },
    ]);
    const name = "look_up";
    const whole = call(0, { name, arguments: '{"of":1}' }, { id: "a" });
    const begun = call(1, { name, arguments: '{"of":' }, { id: "b" });
    const calledWhole = { kind: "call", id: "a", name, arguments: '{"of":1}' };
    expect(await replyOf([whole, begun])).toEqual([calledWhole, { kind: "cut_off", call: { id: "b", name } }]);
    expect(await replyOf([whole])).toEqual([calledWhole, { kind: "cut_off", call: null }]);
    // No arguments would be an empty object.
    expect(await replyOf([call(0, { name }, { id: "a" })])).toEqual([{ kind: "cut_off", call: { id: "a", name } }]);
    await expect(replyOf([begun], { mustCall: name })).rejects.toThrow("was cut off at its longest length");
  });

  it("tells what functions came to as the interface wants it", async () => {
    server.answers.push(stream([{ content: "Fine." }]));
    const answered = { role: "function", name: "look_up", arguments: "{}", result: "1" } as const;
    await collect(
      model.reply(
        request({
          messages: [
            { role: "person", text: "Look." },
            { role: "agent", text: "One moment." },
            { ...answered, id: "a" },
            { ...answered, id: "b" },
            { ...answered, id: "b" },
            { role: "person", text: "And?" },
          ],
        }),
      ),
    );
    expect(rolesOf(server.requests[0])).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
      "tool",
      "user",
    ]);
  });

  it("ends early, and its request with it, when nobody listens any more", async () => {
    const controller = new AbortController();
    let closed = false;
    server.answers.push(async (response) => {
      response.on("close", () => (closed = true));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "One." } }] })}\n\n`);
    });
    const events: ChatEvent[] = [];
    for await (const event of model.reply(request({ signal: controller.signal }))) {
      events.push(event);
      controller.abort();
    }
    expect(textOf(events)).toBe("One.");
    await waitUntil("the request is given up", async () => closed);
  });
});

describe("a fault", () => {
  it.each([
    [401, "unauthorized", false],
    [403, "unauthorized", false],
    [404, "refused", false],
    [429, "rate_limited", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
  ])("of status %i is %s, asked once, and repeats neither key nor words", async (status, code, isPassing) => {
    server.answers.push((response) => refuse(response, status, `You sent ${KEY} and said Hello?`));
    const error = await faultOf();
    expect(error).toMatchObject({ name: "ModelError", code, isPassing });
    expect(`${error.message} ${JSON.stringify(error.cause ?? "")}`).not.toMatch(/sk-secret|Hello\?/);
    expect(server.requests).toHaveLength(1);
  });

  it("in the middle of a reply is one, however it comes", async () => {
    server.answers.push(stream([{ content: "Half a " }], { breaksOff: true }));
    expect(await faultOf()).toMatchObject({ code: "unavailable" });
    server.answers[0] = (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end();
    expect(await faultOf()).toMatchObject({ code: "unavailable", message: "The model's answer broke off" });
    server.answers[0] = (response) =>
      void response.writeHead(200, { "content-type": "text/event-stream" }).end("data: {oops\n\n");
    expect(await faultOf()).toMatchObject({ code: "invalid_answer" });
  });

  it("a fault of the filter is a refusal", async () => {
    server.answers.push(stream([], { finish: "content_filter" }));
    expect(await faultOf()).toMatchObject({ code: "refused" });
  });

  it("is a server that says nothing, or stops saying anything", async () => {
    const patient = withReplyTimeouts(model, { firstEventMs: 120, nextEventMs: 60, wholeReplyMs: 60_000 });
    server.answers.push(() => {});
    expect(await faultOf({}, patient)).toMatchObject({ code: "timeout", isPassing: true });
    server.answers[0] = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "One." } }] })}\n\n`);
    };
    expect(await faultOf({}, patient)).toMatchObject({ code: "timeout" });
  });

  it("is an answer without end, in its words, in its functions and in its time", async () => {
    const long = "x".repeat(600);
    server.answers.push(stream([{ content: long }, call(0, { name: "look_up", arguments: long }, { id: "call_a" })]));
    expect(await faultOf()).toMatchObject({
      code: "refused",
      message: "The model's answer is longer than 1000 characters",
    });
    const calls = Array.from({ length: 21 }, (_, index) => call(index, { name: "f", arguments: "" }));
    server.answers[0] = stream(calls, { finish: "tool_calls" });
    expect(await faultOf()).toMatchObject({
      code: "refused",
      message: "The model calls more than 20 functions in one answer",
    });
    server.answers[0] = stream(calls.slice(1), { finish: "tool_calls" });
    expect(await collect(model.reply(request()))).toHaveLength(20);
    // However often it gives a sign of life.
    const endless: ChatModel = {
      name: "endless",
      reply: async function* () {
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          yield { kind: "text", text: "on and " };
        }
      },
    };
    // However early the timer fires that ends its silence.
    const fallsSilent: ChatModel = {
      name: "falls silent",
      reply: async function* () {
        yield { kind: "text", text: "on and " };
        await new Promise(() => {});
      },
    };
    const patience = { firstEventMs: 60_000, nextEventMs: 60_000, wholeReplyMs: 20 };
    for (const lasting of [endless, fallsSilent]) {
      expect(await faultOf({}, withReplyTimeouts(lasting, patience))).toMatchObject({
        code: "refused",
        message: "The model's answer had no end after 0.02 seconds",
      });
    }
  });

  it("is an address inside a private network, unless it is allowed", async () => {
    const error = await faultOf({}, openModel(""));
    expect(error.message).toContain("private network");
    expect(server.requests).toHaveLength(0);
  });
});
