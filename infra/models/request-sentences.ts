import type { ChatRequest } from "../../domain/model/chat-model.ts";

const SHORTEST = 4;

/** Lists the sentences of a request, which a server's refusal may repeat and nobody else should read. */
export const listRequestSentences = ({ system, messages }: Pick<ChatRequest, "system" | "messages">): string[] => {
  const texts = messages.flatMap((message) =>
    message.role === "function" ? [message.arguments, message.result] : [message.text],
  );
  const sentences = [system, ...texts].flatMap((text) => [text, ...text.split(/(?<=[.!?。！？])\s+|\n+/u)]);
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence.length >= SHORTEST);
};
