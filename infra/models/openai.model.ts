import type OpenAI from "openai";
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { type ChatEvent, type ChatModel, type ChatRequest, ModelError } from "../../domain/model/chat-model.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import { toStorableJson } from "../../domain/json/storable.ts";
import { makeOnce } from "../../domain/time/make-once.ts";
import { type OpenaiSettings, openClient } from "./openai.client.ts";
import { toModelError } from "./openai.errors.ts";
import { toOpenaiMessages } from "./openai.messages.ts";

export const toOpenaiName = (model: string): string => `openai/${model}`;

/**
 * Creates a model on the chat completions of OpenAI or of a compatible server. One reply sends one request: there are
 * no hidden retries.
 */
export const createOpenaiModel = (settings: OpenaiSettings & { longestCharacters: number }): ChatModel => {
  const open = makeOnce(() => openClient(settings));
  const { model, longestCharacters } = settings;
  const server: Server = { model, longestCharacters, counts: true, limitField: "max_completion_tokens" };
  return {
    name: toOpenaiName(settings.model),
    reply: async function* (request) {
      yield* converse(await open(), server, request);
    },
  };
};

/** The facts known about the server. */
interface Server {
  model: string;
  longestCharacters: number;
  /** False: the server does not support `stream_options`, so it does not report the tokens of a reply. */
  counts: boolean;
  /** The field for the longest reply; older servers know only `max_tokens`. */
  limitField: "max_completion_tokens" | "max_tokens";
}

/** A model that calls more functions at once does not mean it. */
const MOST_CALLS = 20;

async function* converse(client: OpenAI, server: Server, request: ChatRequest): AsyncGenerator<ChatEvent> {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let finished = false;
  let isCutOff = false;
  let characters = 0;
  try {
    const stream = await openStream(client, server, request);
    for await (const { choices, usage } of stream) {
      if (usage) request.onUsage?.({ promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens });
      const choice = choices[0];
      if (!choice) continue;
      characters += countCharacters(choice.delta);
      if (characters > server.longestCharacters) {
        throw new ModelError("refused", `The model's answer is longer than ${server.longestCharacters} characters`);
      }
      if (choice.delta?.content) yield { kind: "text", text: choice.delta.content.replaceAll("\0", "") };
      for (const delta of choice.delta?.tool_calls ?? []) gather(calls, delta);
      if (calls.size > MOST_CALLS) {
        throw new ModelError("refused", `The model calls more than ${MOST_CALLS} functions in one answer`);
      }
      if (choice.finish_reason === "content_filter") throw new ModelError("refused", "The model refused to answer");
      finished ||= choice.finish_reason !== null && choice.finish_reason !== undefined;
      isCutOff ||= choice.finish_reason === "length";
    }
  } catch (error) {
    if (request.signal.aborted) return;
    throw toModelError(error);
  }
  if (request.signal.aborted) return;
  if (!finished) throw new ModelError("unavailable", "The model's answer broke off");
  const gathered = [...calls.values()];
  const broken = isCutOff && !isJson(gathered.at(-1)?.arguments) ? gathered.pop() : undefined;
  if (broken && request.mustCall) {
    throw new ModelError("invalid_answer", "The model's answer was cut off at its longest length");
  }
  for (const call of gathered) yield { kind: "call", ...call, arguments: toStorableJson(call.arguments) };
  if (isCutOff) yield { kind: "cut_off", call: broken ? { id: broken.id, name: broken.name } : null };
}

/** No beginning of an object is one. */
const isJson = (text: string | undefined): boolean => parseJson(text ?? "") !== undefined;

/** A server that refuses a field is asked again without it: the refused request was not carried out. */
const openStream = async (client: OpenAI, server: Server, request: ChatRequest) => {
  const options = { signal: request.signal };
  for (;;) {
    try {
      return await client.chat.completions.create(bodyOf(server, request), options);
    } catch (error) {
      if (!adapt(server, error)) throw error;
    }
  }
};

/** Remembers a field that the server refused; false: the server refused something else. */
const adapt = (server: Server, error: unknown): boolean => {
  if (!(error instanceof Error && "status" in error && error.status === 400)) return false;
  if (server.counts && error.message.includes("stream_options")) server.counts = false;
  else if (server.limitField === "max_completion_tokens" && error.message.includes(server.limitField)) {
    server.limitField = "max_tokens";
  } else return false;
  return true;
};

type Delta = ChatCompletionChunk["choices"][number]["delta"];
type CallDelta = NonNullable<Delta["tool_calls"]>[number];

/** Some servers send choices without a delta. */
const countCharacters = (delta: Delta | undefined): number =>
  (delta?.tool_calls ?? []).reduce(
    (sum, { id, function: called }) =>
      sum + (id?.length ?? 0) + (called?.name?.length ?? 0) + (called?.arguments?.length ?? 0),
    delta?.content?.length ?? 0,
  );

/**
 * Collects function calls: id and name come with a call's first piece, its arguments in pieces. Some servers do not
 * number calls.
 */
const gather = (calls: Map<number, { id: string; name: string; arguments: string }>, delta: CallDelta): void => {
  const at = delta.index ?? calls.size;
  const call = calls.get(at) ?? { id: "", name: "", arguments: "" };
  calls.set(at, {
    id: delta.id || call.id || `call_${at}`,
    name: call.name + (delta.function?.name ?? ""),
    arguments: call.arguments + (delta.function?.arguments ?? ""),
  });
};

const bodyOf = ({ model, counts, limitField }: Server, request: ChatRequest): ChatCompletionCreateParamsStreaming => ({
  model,
  stream: true,
  ...(counts && { stream_options: { include_usage: true } }),
  ...(request.maxCompletionTokens !== undefined && { [limitField]: request.maxCompletionTokens }),
  messages: toOpenaiMessages(request),
  ...(request.functions.length > 0 && {
    tools: request.functions.map((each) => ({
      type: "function" as const,
      function: { name: each.name, description: each.description, parameters: each.parameters },
    })),
    ...(request.mustCall && { tool_choice: { type: "function" as const, function: { name: request.mustCall } } }),
  }),
});
