import type { ServerResponse } from "node:http";

/** How one server answers, as its users have reported it; shortened, in words of our own. */
export interface Manner {
  server: string;
  what: string;
  /** The bodies of the answer's events, or the whole of it. */
  sends: (response: ServerResponse) => void;
  says: string;
  calls?: readonly (readonly [name: string, given: string])[];
}

const write = (response: ServerResponse, type: string, body: string): void =>
  void response.writeHead(200, { "content-type": type }).end(body);

/** Sends events; text is sent as it stands. */
const events =
  (...chunks: (object | string)[]) =>
  (response: ServerResponse): void =>
    write(
      response,
      "text/event-stream",
      chunks.map((chunk) => (typeof chunk === "string" ? chunk : `data: ${JSON.stringify(chunk)}\n\n`)).join(""),
    );
const json =
  (body: object, type = "application/json") =>
  (response: ServerResponse): void =>
    write(response, type, JSON.stringify(body));

const DONE = "data: [DONE]\n\n";
const delta = (part: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: part, finish_reason: finish }],
});
const says = (...words: string[]) => words.map((content) => delta({ content }));
const STOP = delta({}, "stop");
const CALLED = delta({}, "tool_calls");
const call = (part: object, called: object) => delta({ tool_calls: [{ ...part, function: called }] });
const message = (part: object, finish: string | null = "stop") => ({
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", ...part }, finish_reason: finish }],
});

const TWO_CALLS = [
  ["look_up", '{"order":1}'],
  ["look_up", '{"order":2}'],
] as const;
const ONE_CALL = [["look_up", '{"order":1}']] as const;

export const MANNERS: readonly Manner[] = [
  {
    server: "OpenAI",
    what: "a last chunk without choices counts the tokens",
    sends: events(
      ...says("Good ", "day."),
      STOP,
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "OpenAI",
    what: "a refusal comes beside the content",
    sends: events(delta({ content: null, refusal: "I cannot " }), delta({ refusal: "help." }), STOP, DONE),
    says: "I cannot help.",
  },
  {
    server: "Azure OpenAI",
    what: "a first chunk holds the results of its filter and no choice",
    sends: events(
      { choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] },
      { choices: [{ index: 0, delta: { content: "Good day." }, content_filter_results: {}, finish_reason: null }] },
      { choices: [{ index: 0, finish_reason: null, content_filter_offsets: { start_offset: 0 } }] },
      STOP,
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "Ollama",
    what: "an empty finish_reason on every chunk",
    sends: events(delta({ content: "Good " }, ""), delta({ content: "day." }, ""), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "Ollama",
    what: "all calls have the index 0, each whole, with an id",
    sends: events(
      call({ id: "call_a", index: 0, type: "function" }, { name: "look_up", arguments: '{"order":1}' }),
      call({ id: "call_b", index: 0, type: "function" }, { name: "look_up", arguments: '{"order":2}' }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
  {
    server: "Ollama before 0.4.7",
    what: "calls have no index",
    sends: events(
      delta({
        tool_calls: [
          { id: "call_a", type: "function", function: { name: "look_up", arguments: '{"order":1}' } },
          { id: "call_b", type: "function", function: { name: "look_up", arguments: '{"order":2}' } },
        ],
      }),
      STOP,
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
  {
    server: "Ollama",
    what: "the thought has a field of its own, named reasoning",
    sends: events(delta({ content: "", reasoning: "They greet." }), ...says("Good day."), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "vLLM",
    what: "the thought has a field of its own, named reasoning_content",
    sends: events(delta({ reasoning_content: "They greet." }), delta({ content: "Good day." }), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "vLLM without a reasoning parser",
    what: "the template has written the opening tag",
    sends: events(...says("They greet. ", "I greet too.</th", "ink>\n\nGood ", "day."), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "vLLM",
    what: "an error within the stream is the next manner's",
    sends: events(
      delta({ role: "assistant", content: "" }),
      ...says("Good day."),
      delta({ content: "" }, "stop"),
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "SGLang",
    what: "thoughts in tags, the tag in pieces",
    sends: events(...says("<", "thi", "nk>They ", "greet.<", "/think", ">Good day."), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "LM Studio",
    what: "the name is repeated in every piece of a call",
    sends: events(
      call({ index: 0, id: "1", type: "function" }, { name: "look_up", arguments: "" }),
      call({ index: 0, id: "1", type: "function" }, { name: "look_up", arguments: '{"order"' }),
      call({ index: 0, id: "1", type: "function" }, { name: "look_up", arguments: ":1}" }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "LM Studio",
    what: "an event has a name, and comments come between",
    sends: events(": keep-alive\n\n", "event: message\n", ...says("Good day."), "event: ping\ndata:\n\n", STOP, DONE),
    says: "Good day.",
  },
  {
    server: "Mistral (Magistral)",
    what: "content in parts, of which one is the thought",
    sends: events(
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "They greet." }] }] }),
      delta({ content: [{ type: "text", text: "Good " }] }),
      delta({ content: "day." }),
      STOP,
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "Mistral",
    what: "both calls whole in one chunk with the end",
    sends: events(
      {
        choices: [
          {
            index: 0,
            delta: {
              content: "",
              tool_calls: [
                { id: "D681PevKs", index: 0, function: { name: "look_up", arguments: '{"order":1}' } },
                { id: "E681PevKs", index: 1, function: { name: "look_up", arguments: { order: 2 } } },
              ],
            },
            finish_reason: "tool_calls",
          },
        ],
      },
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
  {
    server: "Gemini",
    what: "calls with the index 0 and empty ids",
    sends: events(
      call({ index: 0, id: "", type: "function" }, { name: "look_up", arguments: '{"order":1}' }),
      call({ index: 0, id: "", type: "function" }, { name: "look_up", arguments: '{"order":2}' }),
      STOP,
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
  {
    server: "Gemini",
    what: "a chunk whose choice has no delta",
    sends: events({ choices: [{ index: 0, finish_reason: null }] }, ...says("Good day."), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "DeepInfra",
    what: "choices null in a chunk that counts",
    sends: events(...says("Good day."), STOP, { choices: null, usage: { prompt_tokens: 1 } }, DONE),
    says: "Good day.",
  },
  {
    server: "DeepInfra",
    what: "a call's pieces have no index, its arguments come letter by letter",
    sends: events(
      call({ id: "call_a" }, { name: "look_up", arguments: "" }),
      call({}, { arguments: '{"ord' }),
      call({}, { arguments: 'er":1}' }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "MiniMax",
    what: "the last chunk repeats the whole message",
    sends: events(...says("Good ", "day."), { ...message({ content: "Good day." }), base_resp: { status_code: 0 } }),
    says: "Good day.",
  },
  {
    server: "MiniMax",
    what: "each piece holds all arguments so far",
    sends: events(
      call({ index: 0, id: "a" }, { name: "look_up", arguments: '{"or' }),
      call({ index: 0, id: "a" }, { name: "look_up", arguments: '{"order":1}' }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "llama.cpp",
    what: "arguments as an object",
    sends: events(call({ index: 0, id: "a" }, { name: "look_up", arguments: { order: 1 } }), CALLED, DONE),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "llama.cpp",
    what: "one JSON, although a stream was asked for",
    sends: json(message({ content: "Good day." })),
    says: "Good day.",
  },
  {
    server: "LocalAI",
    what: "one JSON with a call whose arguments are an object, and a charset",
    sends: json(
      message({ content: null, tool_calls: [{ id: "a", function: { name: "look_up", arguments: { order: 1 } } }] }),
      "application/json; charset=utf-8",
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "a gateway",
    what: "no finish_reason, and no [DONE]",
    sends: events(...says("Good ", "day."), { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }),
    says: "Good day.",
  },
  {
    server: "OpenRouter",
    what: "comments while it works, and the thought in two fields",
    sends: events(
      ": OPENROUTER PROCESSING\n\n",
      delta({ content: "", reasoning: "They greet.", reasoning_details: [{ type: "reasoning.text", text: "They" }] }),
      ...says("Good day."),
      STOP,
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "Groq",
    what: "its own field for usage, and lines that end in CRLF",
    sends: events(
      `data: ${JSON.stringify({ ...delta({ content: "Good day." }), x_groq: { id: "r" } })}\r\n\r\n`,
      STOP,
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "DeepSeek",
    what: "null in every field that is not used",
    sends: events(
      delta({ role: "assistant", content: null, reasoning_content: "They greet." }),
      delta({ content: "Good day.", reasoning_content: null, tool_calls: null }),
      { ...STOP, usage: null },
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "an older server",
    what: "function_call in place of tool_calls",
    sends: events(
      delta({ function_call: { name: "look_up", arguments: '{"order"' } }),
      delta({ function_call: { arguments: ":1}" } }),
      delta({}, "function_call"),
      DONE,
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "a proxy",
    what: "one JSON, although its type says a stream",
    sends: json(message({ content: "Good day." }), "text/event-stream"),
    says: "Good day.",
  },
  {
    server: "a small server",
    what: "one JSON without a type that says so",
    sends: json(message({ content: "They greet.</think>Good day." }), "text/plain; charset=utf-8"),
    says: "Good day.",
  },
  {
    server: "a proxy",
    what: "events, although their type says one JSON",
    sends: (response) =>
      write(
        response,
        "application/json",
        [...says("Good ", "day."), STOP].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + DONE,
      ),
    says: "Good day.",
  },
  {
    server: "a gateway",
    what: "a JSON in each line, without events",
    sends: (response) =>
      write(
        response,
        "application/x-ndjson",
        [...says("Good ", "day."), STOP].map((chunk) => `${JSON.stringify(chunk)}\n`).join(""),
      ),
    says: "Good day.",
  },
  {
    server: "a gateway",
    what: "parallel calls share one id and have numbers of their own",
    sends: events(
      call({ index: 0, id: "call_0" }, { name: "look_up", arguments: '{"order":1}' }),
      call({ index: 1, id: "call_0" }, { name: "look_up", arguments: '{"order":2}' }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
  {
    server: "a gateway",
    what: "numbers of calls are texts, and their pieces take turns",
    sends: events(
      call({ index: "0", id: "a" }, { name: "look_up", arguments: "" }),
      call({ index: "1", id: "b" }, { name: "look_up", arguments: "" }),
      call({ index: "0" }, { arguments: '{"order"' }),
      call({ index: "1" }, { arguments: '{"order"' }),
      call({ index: "0" }, { arguments: ":1}" }),
      call({ index: "1" }, { arguments: ":2}" }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
  {
    server: "a gateway",
    what: "one call is no list",
    sends: json(
      message({ content: null, tool_calls: { id: "a", function: { name: "look_up", arguments: { order: 1 } } } }),
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "a small model",
    what: "arguments are JSON in a JSON text",
    sends: events(
      call({ index: 0, id: "a" }, { name: "look_up", arguments: JSON.stringify('{"order":1}') }),
      CALLED,
      DONE,
    ),
    says: "",
    calls: ONE_CALL,
  },
  {
    server: "Anthropic's compatible route",
    what: "parts of content that are signed thoughts, and text in a value",
    sends: json(
      message({
        content: [
          { type: "thinking", thinking: "They greet.", signature: "s" },
          { type: "redacted_thinking", data: "x" },
          { type: "text", text: "Good day." },
        ],
      }),
    ),
    says: "Good day.",
  },
  {
    server: "vLLM",
    what: "the thought comes after the answer, and its end is missing",
    sends: events(...says("Good day.", "<think>They", " greet"), STOP, DONE),
    says: "Good day.",
  },
  {
    server: "LM Studio",
    what: "choices absent in the first chunk, content absent in the last",
    sends: events(
      { id: "x", object: "chat.completion.chunk" },
      ...says("Good day."),
      { choices: [{ delta: null, finish_reason: "stop" }] },
      DONE,
    ),
    says: "Good day.",
  },
  {
    server: "Cohere's compatible route",
    what: "one call of two is given again whole at the end",
    sends: events(
      call({ index: 0, id: "a" }, { name: "look_up", arguments: '{"order":1}' }),
      call({ index: 1, id: "b" }, { name: "look_up", arguments: '{"order":2}' }),
      {
        ...message(
          {
            content: null,
            tool_calls: [
              { id: "a", function: { name: "look_up", arguments: '{"order":1}' } },
              { id: "b", function: { name: "look_up", arguments: '{"order":2}' } },
            ],
          },
          "tool_calls",
        ),
      },
      DONE,
    ),
    says: "",
    calls: TWO_CALLS,
  },
];

/** How servers refuse within an answer of status 200. */
export const REFUSING_MANNERS: readonly (Pick<Manner, "server" | "sends"> & { message: RegExp })[] = [
  {
    server: "OpenRouter",
    sends: events({ choices: [], error: { code: 502, message: "Provider is at its limit" } }),
    message: /failed \(502\)\. It says: Provider is at its limit/,
  },
  {
    server: "vLLM",
    sends: events({ object: "error", message: "max context length is 4096", code: 400 }),
    message: /refused the request \(400\)\. It says: max context length is 4096/,
  },
  { server: "Ollama", sends: events({ error: "model runner has stopped" }), message: /model runner has stopped/ },
  {
    server: "llama.cpp",
    sends: events('event: error\ndata: {"message":"slot is gone"}\n\n'),
    message: /slot is gone/,
  },
  {
    server: "MiniMax",
    sends: json({ choices: null, base_resp: { status_code: 1004, status_msg: "login fail" } }),
    message: /login fail/,
  },
  {
    server: "Gemini",
    sends: json([{ error: { code: 429, message: "Quota is used up", status: "RESOURCE_EXHAUSTED" } }]),
    message: /Quota is used up/,
  },
];
