import { once } from "node:events";
import { createServer } from "node:net";
import { DefaultLogger, type LogMetadata, makeTelemetryFilterString, Runtime } from "@temporalio/worker";
import type { Logger } from "../infra/logger.ts";
import { chooseLogLevel } from "../infra/temporal/choose-log-level.ts";
import { readWorkflowFields } from "./workflow-fields.ts";

/** Metrics of Temporal's SDK: pollers, slots, latencies of tasks, caches. */
export interface SdkMetrics {
  /** Returns the text that Prometheus reads. */
  exposition(): Promise<string>;
}

const LOOPBACK = "127.0.0.1";
/** Another process may take a port between the look for a free one and its use. */
const MOST_PORTS_TRIED = 5;

/**
 * Sets up the SDK's runtime for the process: its log lines get our names of fields. It publishes its metrics on a
 * loopback port of its own, from which they are fetched, so that operators have one address for everything.
 */
export const installRuntime = async (logger: Logger): Promise<SdkMetrics> => {
  for (let tried = 1; ; tried += 1) {
    const bindAddress = `${LOOPBACK}:${await freePort()}`;
    try {
      installAt(bindAddress, logger);
      return { exposition: async () => (await fetch(`http://${bindAddress}/metrics`)).text() };
    } catch (error) {
      if (tried === MOST_PORTS_TRIED || !/in use/i.test(String(error))) throw error;
    }
  }
};

const installAt = (bindAddress: string, logger: Logger): void => {
  Runtime.install({
    logger: new DefaultLogger("INFO", (entry) =>
      logger[chooseLogLevel(entry)](fieldsOf(entry.meta ?? {}), entry.message),
    ),
    telemetryOptions: {
      // Otherwise the SDK's core would write coloured warnings to the terminal.
      logging: { filter: makeTelemetryFilterString({ core: "WARN", other: "ERROR" }), forward: {} },
      metrics: {
        prometheus: { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true },
      },
    },
  });
};

const fieldsOf = ({ workflowId, runId, activityType, ...rest }: LogMetadata): Record<string, unknown> => ({
  ...rest,
  ...(typeof workflowId === "string" && readWorkflowFields(workflowId)),
  ...(runId !== undefined && { run_id: runId }),
  ...(activityType !== undefined && { activity: activityType }),
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("no port of this machine is free");
  return address.port;
};
