import type { ChatEvent, ChatMessage, ChatModel, ChatRequest } from "../../domain/model/chat-model.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";
import { readCurrentWork } from "../telemetry/current-work.ts";
import { nameModel, nameProvider } from "../telemetry/genai-names.ts";
import type { SpanAttributes } from "../telemetry/span.ts";
import { noTracing, type Tracing } from "../telemetry/tracing.ts";

export interface TracedModel {
  tracing: Tracing;
  /** Null: the stand-in is used. */
  choice: { provider: string; model: string } | null;
  /** Leaves out of a text what may be in no trace. */
  hide(text: string): string;
}

/** Wraps a model: inside traced work each request is a span, by OpenTelemetry's conventions for generative AI. */
export const traceModel = (model: ChatModel, traced: TracedModel): ChatModel =>
  traced.tracing === noTracing ? model : { name: model.name, reply: (request) => trace(model, request, traced) };

async function* trace(model: ChatModel, request: ChatRequest, traced: TracedModel): AsyncGenerator<ChatEvent> {
  const span = readCurrentWork()?.span ? traced.tracing.start(startOf(traced)) : null;
  if (span === null) {
    yield* model.reply(request);
    return;
  }
  const startedAt = performance.now();
  const events: ChatEvent[] = [];
  let usage: TokenUsage | null = null;
  let failure: unknown;
  const onUsage = (told: TokenUsage) => {
    usage = told;
    request.onUsage?.(told);
  };
  try {
    for await (const event of model.reply({ ...request, onUsage })) {
      if (events.length === 0)
        span.set({ "gen_ai.response.time_to_first_chunk": (performance.now() - startedAt) / 1000 });
      events.push(event);
      yield event;
    }
  } catch (error) {
    failure = error;
    span.set({ "error.type": error instanceof ModelError ? error.code : "_OTHER" });
    throw error;
  } finally {
    span.set({ ...tokensOf(usage), ...(traced.tracing.hasWords && wordsOf(request, events, traced.hide)) });
    span.end(failure);
  }
}

const startOf = ({ choice }: TracedModel) => {
  const name = nameModel(choice?.model ?? "scripted");
  return {
    name: `chat ${name}`,
    kind: "client" as const,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": nameProvider(choice?.provider ?? null),
      "gen_ai.request.model": name,
      "gen_ai.request.stream": true,
    },
  };
};

/** Only what the model's server has counted. */
const tokensOf = (usage: TokenUsage | null): SpanAttributes => ({
  "gen_ai.usage.input_tokens": usage?.promptTokens,
  "gen_ai.usage.output_tokens": usage?.completionTokens,
});

const wordsOf = (
  { system, messages }: ChatRequest,
  events: readonly ChatEvent[],
  hide: (text: string) => string,
): SpanAttributes => ({
  "gen_ai.system_instructions": JSON.stringify([textPart(hide(system))]),
  "gen_ai.input.messages": JSON.stringify(messages.flatMap((message) => toGenaiMessages(message, hide))),
  "gen_ai.output.messages": JSON.stringify([
    { role: "assistant", parts: answerParts(events, hide), finish_reason: finishOf(events) },
  ]),
});

const textPart = (content: string) => ({ type: "text", content });
const ROLES = { person: "user", agent: "assistant" } as const;

const toGenaiMessages = (message: ChatMessage, hide: (text: string) => string): object[] => {
  if (message.role !== "function") return [{ role: ROLES[message.role], parts: [textPart(hide(message.text))] }];
  const { id, name, arguments: given, result } = message;
  return [
    { role: "assistant", parts: [{ type: "tool_call", id, name, arguments: hide(given) }] },
    { role: "tool", parts: [{ type: "tool_call_response", id, response: hide(result) }] },
  ];
};

const answerParts = (events: readonly ChatEvent[], hide: (text: string) => string): object[] => {
  const said = events.flatMap((event) => (event.kind === "text" ? [event.text] : [])).join("");
  const calls = events.flatMap((event) =>
    event.kind === "call"
      ? [{ type: "tool_call", id: event.id, name: event.name, arguments: hide(event.arguments) }]
      : [],
  );
  return [...(said === "" ? [] : [textPart(hide(said))]), ...calls];
};

const finishOf = (events: readonly ChatEvent[]): string => {
  const last = events.at(-1)?.kind;
  return last === "cut_off" ? "length" : last === "call" ? "tool_call" : "stop";
};
