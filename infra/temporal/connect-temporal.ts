import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config/config.ts";
import { noTracing, type Tracing } from "../telemetry/tracing.ts";
import { closableRetries } from "./closable-retries.ts";
import { connectionOptions } from "./connection-options.ts";
import { clientInterceptors } from "./traced-client.ts";

/** Creates a client whose connection is made at the first call and made again whenever it is lost. */
export const connectTemporalClient = async (config: Config, tracing: Tracing = noTracing): Promise<Client> => {
  const { interceptors, settle } = closableRetries();
  const connection = Connection.lazy({ ...(await connectionOptions(config)), interceptors });
  const close = connection.close.bind(connection);
  Object.assign(connection, { close: () => settle().then(close) });
  return new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    interceptors: clientInterceptors(tracing),
  });
};
