import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createExchange } from "./exchange.ts";
import { createMemoryJournal, openJournal } from "./journal.ts";
import { answerRequest } from "./routes.ts";
import { type SimulatorScriptInput, scriptSchema } from "./script.ts";

export interface SimulatorServerOptions {
  /** The bearer token of requests, and the key that signs callbacks. */
  signingKey: string;
  /** Folder of the journal; without it the simulator loses its state when it stops. */
  dataDir?: string;
  /** This script applies until another one is written; missing fields have defaults. */
  script?: SimulatorScriptInput;
  /** The largest number of requests and of calls that are kept. */
  mostKept?: number;
}

export interface SimulatorServer {
  /**
   * Listens; port 0 takes a free one. Resolves to the base URL, without a slash at its end. Throws when the port is
   * taken.
   */
  listen(port: number, host: string): Promise<string>;
  /**
   * Lets running answers finish (at most `drainMs`, by default 2000), then stops. Calls continue when it starts again.
   */
  close(drainMs?: number): Promise<void>;
}

/** Creates the carrier simulator as an HTTP server; `start.ts` runs it as a process of its own. */
export const createSimulatorServer = (options: SimulatorServerOptions): SimulatorServer => {
  const journal = options.dataDir === undefined ? createMemoryJournal() : openJournal(options.dataDir);
  const script = scriptSchema.parse(options.script ?? {});
  const exchange = createExchange({ signingKey: options.signingKey, journal, script, mostKept: options.mostKept });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await answerRequest({ exchange, signingKey: options.signingKey }, request, response);
    } catch (error) {
      // A caller that disconnected is not a fault; any other error is printed and does not end the process.
      if (request.errored === null) console.error("simulator:", error);
      response.destroy();
    }
  };
  const server = createServer((request, response) => void handle(request, response));

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          const address = server.address();
          const bound = typeof address === "object" && address ? address.port : port;
          resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound}`);
        });
      }),
    close: async (drainMs = 2000) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(deadline);
      exchange.stop();
      journal.close();
    },
  };
};
