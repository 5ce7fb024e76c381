import { Client, Connection } from "@temporalio/client";
import type { Config } from "../config/config.ts";
import { connectionOptions } from "./connection-options.ts";

/** A client whose connection is made at the first call and made again whenever it is lost. */
export const connectTemporalClient = async (config: Config): Promise<Client> => {
  const connection = Connection.lazy(await connectionOptions(config));
  return new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
};
