import type OpenAI from "openai";
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import { type ChatEvent, type ChatModel, type ChatRequest, ModelError } from "../../domain/model/chat-model.ts";
import { type OpenaiSettings, openClient } from "./openai.client.ts";
import { asModelError } from "./openai.errors.ts";
import { openaiMessages } from "./openai.messages.ts";

/** Chat completions of OpenAI, or of any server that speaks the same. One request for one reply: no hidden retries. */
export const createOpenaiModel = (settings: OpenaiSettings): ChatModel => {
  let client: Promise<OpenAI> | null = null;
  return {
    name: `openai/${settings.model}`,
    reply: async function* (request) {
      client ??= openClient(settings);
      yield* converse(await client, settings.model, request);
    },
  };
};

async function* converse(client: OpenAI, model: string, request: ChatRequest): AsyncGenerator<ChatEvent> {
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let finished = false;
  try {
    const stream = await client.chat.completions.create(bodyOf(model, request), { signal: request.signal });
    for await (const { choices } of stream) {
      const choice = choices[0];
      if (!choice) continue;
      if (choice.delta?.content) yield { kind: "text", text: choice.delta.content };
      for (const delta of choice.delta?.tool_calls ?? []) gather(calls, delta);
      if (choice.finish_reason === "content_filter") throw new ModelError("refused", "The model refused to answer");
      finished ||= choice.finish_reason !== null && choice.finish_reason !== undefined;
    }
  } catch (error) {
    if (request.signal.aborted) return;
    throw asModelError(error);
  }
  if (request.signal.aborted) return;
  if (!finished) throw new ModelError("unavailable", "The model's answer broke off");
  for (const call of calls.values()) yield { kind: "call", ...call };
}

type CallDelta = NonNullable<ChatCompletionChunk["choices"][number]["delta"]["tool_calls"]>[number];

/** Id and name come with a call's first piece, its arguments letter by letter. Some servers number no calls. */
const gather = (calls: Map<number, { id: string; name: string; arguments: string }>, delta: CallDelta): void => {
  const at = delta.index ?? calls.size;
  const call = calls.get(at) ?? { id: "", name: "", arguments: "" };
  calls.set(at, {
    id: delta.id || call.id || `call_${at}`,
    name: call.name + (delta.function?.name ?? ""),
    arguments: call.arguments + (delta.function?.arguments ?? ""),
  });
};

const bodyOf = (model: string, request: ChatRequest): ChatCompletionCreateParamsStreaming => ({
  model,
  stream: true,
  messages: openaiMessages(request),
  ...(request.functions.length > 0 && {
    tools: request.functions.map((each) => ({
      type: "function" as const,
      function: { name: each.name, description: each.description, parameters: each.parameters },
    })),
    ...(request.mustCall && { tool_choice: { type: "function" as const, function: { name: request.mustCall } } }),
  }),
});
