import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Worker } from "@temporalio/worker";
import { sql } from "kysely";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import type { Config } from "../infra/config/config.ts";
import { createProbeEndpoints } from "../infra/telemetry/probe-endpoints.ts";
import { createReadiness } from "../infra/telemetry/readiness.ts";
import { askTemporal } from "../infra/temporal/ask-temporal.ts";
import type { SdkMetrics } from "./sdk-telemetry.ts";

export interface WorkerProbes {
  config: Config;
  deps: WorkerDependencies;
  sdkMetrics: SdkMetrics;
  /** The workers that exist by now. */
  workers: () => readonly Worker[];
  stopping: AbortSignal;
}

/** Listens for probes and Prometheus. Where a second worker has the port, this one works without. */
export const startWorkerProbes = async (probes: WorkerProbes): Promise<{ close(): Promise<void> }> => {
  const { config, deps } = probes;
  if (config.WORKER_HTTP_PORT === 0) return { close: async () => {} };
  const answer = endpointsOf(probes);
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end();
  });
  try {
    server.listen(config.WORKER_HTTP_PORT, config.HOST);
    await once(server, "listening");
    deps.logger.info({ host: config.HOST, port: config.WORKER_HTTP_PORT }, "probes and metrics are served");
  } catch (err) {
    deps.logger.warn({ err }, "nobody can probe this worker: set WORKER_HTTP_PORT to a free port");
  }
  return { close: () => close(server) };
};

const endpointsOf = ({ config, deps, sdkMetrics, workers, stopping }: WorkerProbes) => {
  const { logger, metrics, database, temporal } = deps;
  const readiness = createReadiness({
    checks: {
      database: () => sql`select 1`.execute(database.withoutOrganization),
      temporal: () => askTemporal(temporal),
      polling: async () => requirePolling(workers()),
    },
    logger,
    stopping,
  });
  const exposition = async () => `${await metrics.exposition()}\n${await sdkMetrics.exposition()}`;
  return createProbeEndpoints({ config, readiness, logger, metrics: { contentType: metrics.contentType, exposition } });
};

const requirePolling = (workers: readonly Worker[]): void => {
  const idle = workers.filter((worker) => worker.getState() !== "RUNNING");
  if (workers.length === 0 || idle.length > 0) throw new Error("not every queue is polled");
};

const close = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
};
