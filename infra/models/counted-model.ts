import type { ChatEvent, ChatModel, ChatRequest } from "../../domain/model/chat-model.ts";
import { estimateTokens, type ModelUsage, type TokenUsage } from "../../domain/model/model-usage.ts";

/** Wraps a model; `note` is called with the usage of each request, also of an aborted one. */
export const countModelUsage = (model: ChatModel, note: (usage: ModelUsage) => void): ChatModel => ({
  name: model.name,
  reply: (request) => count(model, request, note),
});

async function* count(
  model: ChatModel,
  request: ChatRequest,
  note: (usage: ModelUsage) => void,
): AsyncGenerator<ChatEvent> {
  let told: TokenUsage | null = null;
  let written = 0;
  let isDone = false;
  const onUsage = (usage: TokenUsage) => {
    told = usage;
  };
  try {
    for await (const event of model.reply({ ...request, onUsage })) {
      written += countCharacters(event);
      yield event;
    }
    isDone = true;
  } finally {
    // A request that failed before its first word was not carried out.
    if (isDone || written > 0 || told) {
      // A long conversation is estimated only where its server has not counted it.
      const usage = told ?? { promptTokens: promptTokens(request), completionTokens: estimateTokens(written) };
      note({ model: model.name, ...usage, estimated: told === null });
    }
  }
}

const countCharacters = (event: ChatEvent): number => {
  switch (event.kind) {
    case "text":
      return event.text.length;
    case "call":
      return event.name.length + event.arguments.length;
    case "cut_off":
      return event.call?.name.length ?? 0;
  }
};

const promptTokens = ({ system, messages, functions }: ChatRequest): number =>
  estimateTokens(system.length + JSON.stringify(messages).length + JSON.stringify(functions).length);
