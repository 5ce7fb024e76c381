import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config/config.ts";
import { noTracing, type Tracing } from "../telemetry/tracing.ts";
import { connectionOptions } from "./connection-options.ts";
import { clientInterceptors } from "./traced-client.ts";

/** A client whose connection is made at the first call and made again whenever it is lost. */
export const connectTemporalClient = async (config: Config, tracing: Tracing = noTracing): Promise<Client> => {
  const connection = Connection.lazy(await connectionOptions(config));
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    interceptors: clientInterceptors(tracing),
  });
};
