import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { ChatMessage, ChatRequest } from "../../domain/model/chat-model.ts";

type FunctionMessage = Extract<ChatMessage, { role: "function" }>;

/**
 * Converts messages to the API's form: functions that were called together become one message, followed by their
 * answers.
 */
export const toOpenaiMessages = ({ system, messages }: ChatRequest): ChatCompletionMessageParam[] => {
  const converted: ChatCompletionMessageParam[] = [{ role: "system", content: system }];
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (!message) break;
    if (message.role === "person") converted.push({ role: "user", content: message.text });
    if (message.role === "agent") {
      const calls = callsFrom(messages, at + 1);
      converted.push({ role: "assistant", content: message.text, ...withCalls(calls) }, ...calls.map(answerTo));
      at += calls.length;
    }
    if (message.role === "function") {
      const calls = callsFrom(messages, at);
      converted.push({ role: "assistant", content: null, ...withCalls(calls) }, ...calls.map(answerTo));
      at += calls.length - 1;
    }
  }
  return converted;
};

const callsFrom = (messages: readonly ChatMessage[], start: number): FunctionMessage[] => {
  const calls: FunctionMessage[] = [];
  for (const message of messages.slice(start)) {
    // The API would take a repeated id as two answers to one call.
    if (message.role !== "function" || calls.some(({ id }) => id === message.id)) break;
    calls.push(message);
  }
  return calls;
};

const withCalls = (calls: readonly FunctionMessage[]) =>
  calls.length > 0 && {
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: "function" as const,
      function: { name: call.name, arguments: call.arguments },
    })),
  };

const answerTo = (call: FunctionMessage): ChatCompletionMessageParam => ({
  role: "tool",
  tool_call_id: call.id,
  content: call.result,
});
