import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { ChatEvent, ChatRequest } from "../../../domain/model/chat-model.ts";
import { createOpenaiModel } from "../../../infra/models/openai.model.ts";
import { collect } from "../../harness/collect.ts";
import { type ChatServer, refuse, startChatServer, stream } from "./chat-server.ts";
import { MANNERS, REFUSING_MANNERS } from "./recorded-manners.ts";

const KEY = "sk-secret-0123456789";
let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
});
beforeEach(() => {
  server.requests.length = 0;
  server.answers.length = 0;
});
afterAll(() => server.close());

/** Opens a model of which nothing is known, or of which this `fetch` knows something. */
const openModel = (send: typeof fetch = (...given) => fetch(...given), name = "a-model") =>
  createOpenaiModel({ longestCharacters: 10_000, model: name, apiKey: KEY, baseUrl: server.baseUrl, fetch: send });
const parameters = { type: "object", properties: { order: { type: "number" } } };
const request = (overrides: Partial<ChatRequest> = {}): ChatRequest => ({
  system: "You are Mira.",
  messages: [{ role: "person", text: "Hello there?" }],
  functions: [{ name: "look_up", description: "Looks it up", parameters }],
  stepView: { node: { name: "Start", prompt: "", isEnd: false }, edges: [], tools: [] },
  signal: new AbortController().signal,
  ...overrides,
});
const textOf = (events: readonly ChatEvent[]) =>
  events
    .map((event) => (event.kind === "text" ? event.text : ""))
    .join("")
    .trim();
const callsOf = (events: readonly ChatEvent[]) => events.filter((event) => event.kind === "call");
const ask = (asked: Partial<ChatRequest> = {}, model = openModel()) => collect(model.reply(request(asked)));
const faultOf = (asked: Partial<ChatRequest> = {}, model = openModel()) =>
  ask(asked, model).then(
    () => Promise.reject(new Error("it did not fail")),
    (error: Error) => error,
  );

describe("the answers of servers", () => {
  it.each(MANNERS.map((manner) => [manner.server, manner.what, manner] as const))(
    "of %s are read: %s",
    async (_server, _what, manner) => {
      server.answers.push(manner.sends);
      const events = await ask();
      expect(textOf(events)).toBe(manner.says);
      const calls = callsOf(events);
      expect(calls.map(({ name, arguments: given }) => [name, given])).toEqual(manner.calls ?? []);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    },
  );

  it.each(REFUSING_MANNERS.map((manner) => [manner.server, manner] as const))(
    "of %s that refuse with status 200 are refusals, in its words",
    async (_server, manner) => {
      server.answers.push(manner.sends);
      await expect(faultOf()).resolves.toMatchObject({
        name: "ModelError",
        message: expect.stringMatching(manner.message),
      });
    },
  );
});

describe("a refusal", () => {
  it.each([
    ["OpenAI", { error: { message: "No tools here" } }],
    ["FastAPI", { detail: [{ loc: ["body", "tools"], msg: "No tools here", input: "Hello there?" }] }],
    ["Mistral", { object: "error", message: { detail: [{ loc: ["body"], msg: "No tools here" }] } }],
    ["a proxy", { detail: "No tools here" }],
    ["Gemini", [{ error: { code: 400, message: "No tools here" } }]],
  ])("of %s says why in its own words, without keys and the conversation", async (_server, body) => {
    const text = JSON.stringify(body).replace(
      "No tools here",
      `No tools here for ${KEY}, sk-other-key-1234 who said: Hello there?`,
    );
    server.answers.push((response) => void response.writeHead(400, { "content-type": "application/json" }).end(text));
    const { message } = await faultOf();
    expect(message).toContain("The model's server refused the request (400). It says: ");
    expect(message).toContain("No tools here for …, … who said: …");
  });

  it("a refusal that is a page of a proxy shows none of it", async () => {
    server.answers.push((response) => void response.writeHead(502).end("<html><h1>Bad gateway</h1></html>"));
    expect((await faultOf()).message).toBe("The model's server failed (502)");
  });

  it("a refusal of a field is remembered for later requests", async () => {
    const send: typeof fetch = (...given) => fetch(...given);
    server.answers.push(
      (response) =>
        void response
          .writeHead(422)
          .end(JSON.stringify({ detail: [{ loc: ["body", "stream_options"], msg: "Extra inputs" }] })),
      (response) => refuse(response, 400, "Invalid tool_choice type: 'object'"),
      stream([{ content: "Hello." }]),
    );
    for (let n = 0; n < 2; n += 1) await ask({ mustCall: "look_up" }, openModel(send));
    expect(server.requests.map(({ body }) => ["stream_options" in body, body["tool_choice"]])).toEqual([
      [true, { type: "function", function: { name: "look_up" } }],
      [false, { type: "function", function: { name: "look_up" } }],
      [false, "required"],
      [false, "required"],
    ]);
  });
});

describe("a thought without its opening tag", () => {
  const thinking = [{ content: "They greet. " }, { content: "So do I.</think>" }, { content: "Good day." }];

  it("is left out of the first reply, which waits for it, and of later ones", async () => {
    const send: typeof fetch = (...given) => fetch(...given);
    server.answers.push(stream(thinking));
    for (let n = 0; n < 2; n += 1) expect(textOf(await ask({}, openModel(send)))).toBe("Good day.");
    server.answers[0] = stream(thinking.slice(0, 1), { finish: "length" });
    expect(textOf(await ask({}, openModel(send)))).toBe("");
  });

  it("makes no later reply wait once a reply has shown that the model does not think so", async () => {
    const send: typeof fetch = (...given) => fetch(...given);
    server.answers.push(stream([{ content: "Good " }, { content: "day." }]));
    expect(await ask({}, openModel(send))).toEqual([{ kind: "text", text: "Good day." }]);
    const controller = new AbortController();
    server.answers[0] = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "One." } }] })}\n\n`);
    };
    for await (const event of openModel(send).reply(request({ signal: controller.signal }))) {
      expect(event).toEqual({ kind: "text", text: "One." });
      controller.abort();
    }
  });

  it("makes a first reply wait for no longer than five seconds", async () => {
    const controller = new AbortController();
    server.answers.push((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "One." } }] })}\n\n`);
    });
    const events: ChatEvent[] = [];
    for await (const event of openModel().reply(request({ signal: controller.signal }))) {
      events.push(event);
      controller.abort();
    }
    expect(textOf(events)).toBe("One.");
  });
});
