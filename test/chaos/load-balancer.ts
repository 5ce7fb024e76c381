import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { findFreePort } from "../../infra/local/ports.ts";

/** Serves several servers at one address, as in front of any platform that runs more than one. */
export interface LoadBalancer {
  url: string;
  /** The servers behind it from now on. */
  serve(targets: readonly string[]): void;
  /** Returns how many requests each server has answered. */
  answered(target: string): number;
  close(): Promise<void>;
}

/** Requests go to the servers in turn; one that refuses the connection is passed over. */
export const openLoadBalancer = async (): Promise<LoadBalancer> => {
  const answered = new Map<string, number>();
  let targets: readonly string[] = [];
  let turn = 0;
  const server = createServer((request, response) => {
    turn += 1;
    const inTurn = targets.map((_, index) => targets[(turn + index) % targets.length] ?? "");
    passOn(request, response, inTurn).then(
      (target) => answered.set(target, (answered.get(target) ?? 0) + 1),
      () => (response.headersSent ? response.destroy() : response.writeHead(502).end("no server answered")),
    );
  });
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (chosen) => (targets = chosen),
    answered: (target) => answered.get(target) ?? 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const passOn = async (request: IncomingMessage, response: ServerResponse, targets: string[]): Promise<string> => {
  const body = await buffer(request);
  for (const target of targets) {
    try {
      await forward(request, response, { target, body });
      return target;
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  throw new Error("no server listens");
};

/** The request has not reached a server, so another one may get it. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ECONNREFUSED";

const forward = (
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { target, body }: { target: string; body: Buffer },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const onwards = sendRequest(new URL(url ?? "/", target), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", reject).on("end", resolve).pipe(response);
    });
    onwards.on("error", reject).end(body);
  });
