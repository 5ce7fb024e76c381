import type { ChatModel, ChatRequest } from "../../domain/model/chat-model.ts";
import type { TokenUsage } from "../../domain/model/model-usage.ts";

/** As long in bytes as its tokens at least, as every text is. */
export const requestOf = ({ promptTokens }: TokenUsage): ChatRequest => ({
  system: "x".repeat(promptTokens),
  messages: [],
  functions: [],
  stepView: { node: { name: "", prompt: "", isEnd: false }, edges: [], tools: [] },
  signal: new AbortController().signal,
});

/** Returns a server that counts, and keeps to the longest reply that it is asked for. */
export const countingModel = ({ promptTokens, completionTokens }: TokenUsage): ChatModel => ({
  name: "openai/talker",
  reply: async function* (request) {
    const longest = request.maxCompletionTokens ?? Number.POSITIVE_INFINITY;
    request.onUsage?.({ promptTokens, completionTokens: Math.min(completionTokens, longest) });
    yield { kind: "text", text: "Yes." };
    yield { kind: "text", text: " It is so." };
  },
});
