import { once } from "node:events";
import { createServer } from "node:http";
import { sql } from "kysely";
import type { Adapters } from "../../infra/adapters.ts";
import type { Config } from "../../infra/config/config.ts";
import { createProbeEndpoints } from "../../infra/telemetry/probe-endpoints.ts";
import { createReadiness } from "../../infra/telemetry/readiness.ts";
import { askTemporal } from "../../infra/temporal/ask-temporal.ts";
import type { MediaWorkers } from "./media-workers.ts";

interface Probes {
  config: Config;
  adapters: Pick<Adapters, "database" | "temporal" | "logger" | "metrics">;
  workers: Pick<MediaWorkers, "areRunning">;
  stopping: AbortSignal;
}

/**
 * Answers probes and Prometheus on the worker's port, in a container of its own. Returns the function that stops it.
 */
export const startProbes = async ({ config, adapters, workers, stopping }: Probes): Promise<() => void> => {
  if (config.WORKER_HTTP_PORT === 0) return () => {};
  const { database, temporal, logger, metrics } = adapters;
  const readiness = createReadiness({
    checks: {
      database: () => sql`select 1`.execute(database.withoutOrganization),
      temporal: () => askTemporal(temporal),
      polling: async () => {
        if (!workers.areRunning()) throw new Error("no call is taken up");
      },
    },
    logger,
    stopping,
  });
  const answer = createProbeEndpoints({ config, readiness, logger, metrics });
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end();
  });
  try {
    server.listen(config.WORKER_HTTP_PORT, config.HOST);
    await once(server, "listening");
  } catch (err) {
    logger.warn({ err }, "nobody can probe this media process: set WORKER_HTTP_PORT to a free port");
  }
  return () => {
    server.closeAllConnections();
    server.close();
  };
};
