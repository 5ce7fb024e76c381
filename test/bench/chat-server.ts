import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";

/** The model's own time for one turn, by this process's steady clock. */
export interface ModelTime {
  askedMs: number;
  /** The time at which the first sentence had been sent. */
  spokeMs: number;
}

/** An OpenAI-compatible endpoint that thinks for a fixed time, then streams two sentences. */
export interface ChatServer {
  baseUrl: string;
  /** Returns the times of the turn in which the person said something that contains these words. */
  timeOf(words: string): ModelTime | undefined;
  close(): Promise<void>;
}

const THINKS_MS = 40;
const chatRequest = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
});

export const startChatServer = async (): Promise<ChatServer> => {
  const times = new Map<string, ModelTime>();
  const server = createServer((request, response) => {
    const askedMs = performance.now();
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { messages } = chatRequest.parse(JSON.parse(Buffer.concat(parts).toString("utf8")));
      const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
      setTimeout(() => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        send(response, { content: "That is a good question. " });
        times.set(/turn-\d+-\d+/.exec(asked)?.[0] ?? "", { askedMs, spokeMs: performance.now() });
        send(response, { content: "Let me say a little more about it." });
        send(response, {}, "stop");
        response.end("data: [DONE]\n\n");
      }, THINKS_MS);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`,
    timeOf: (words) => times.get(words),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const send = (response: ServerResponse, delta: object, finish_reason: string | null = null): void => {
  const chunk = { id: "chat", object: "chat.completion.chunk", created: 0, model: "bench" };
  response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
};
