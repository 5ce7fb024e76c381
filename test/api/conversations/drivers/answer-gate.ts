import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/** Between the platform and a carrier's stand-in: keeps the answer to a request for a call back, not the request. */
export interface AnswerGate {
  url: string;
  /** Requests with these digits are answered only once the function it gives is called. */
  hold(digits: string): () => void;
  close(): Promise<void>;
}

const OF_THE_CONNECTION = new Set(["host", "connection", "content-length", "transfer-encoding"]);

export const openAnswerGate = async (target: string): Promise<AnswerGate> => {
  const held = new Map<string, PromiseWithResolvers<void>>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)]],
    );
    const method = request.method ?? "GET";
    const sent = { method, headers, ...(body.length > 0 && { body: new Uint8Array(body) }) };
    const answer = await fetch(`${target}${request.url}`, sent).catch(() => null);
    const text = await answer?.text().catch(() => null);
    // The stand-in has stopped, as at the end of the tests: the request gets no answer either.
    if (!answer || typeof text !== "string") return void response.destroy();
    const asked = body.toString();
    await [...held].find(([digits]) => method === "POST" && asked.includes(digits))?.[1].promise;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the gate has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    hold: (digits) => {
      const gate = Promise.withResolvers<void>();
      held.set(digits, gate);
      return () => {
        held.delete(digits);
        gate.resolve();
      };
    },
    close: async () => {
      for (const { resolve } of held.values()) resolve();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
