import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config/config.ts";
import { noTracing, type Tracing } from "../telemetry/tracing.ts";
import { createClosableRetries } from "./closable-retries.ts";
import { readConnectionOptions } from "./connection-options.ts";
import { createClientInterceptors } from "./traced-client.ts";

/** Creates a client whose connection is made at the first call and made again whenever it is lost. */
export const connectTemporalClient = async (config: Config, tracing: Tracing = noTracing): Promise<Client> => {
  const { interceptors, settle } = createClosableRetries();
  const connection = Connection.lazy({ ...(await readConnectionOptions(config)), interceptors });
  const close = connection.close.bind(connection);
  Object.assign(connection, { close: () => settle().then(close) });
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    interceptors: createClientInterceptors(tracing),
  });
};
