import type { Client } from "@temporalio/client";
import { connectTemporalClient } from "../../../infra/temporal/connect-temporal.ts";
import type { TestApi } from "../../harness/test-api.ts";

/** Returns a Temporal client for which every deadline comes at once: what happens after twenty seconds needs no waiting. */
export const impatientClient = async (
  { dependencies }: TestApi,
  { address, withinMs = 300 }: { address?: string; withinMs?: number } = {},
): Promise<Client> => {
  const config = { ...dependencies.config, ...(address !== undefined && { TEMPORAL_ADDRESS: address }) };
  const client = await connectTemporalClient(config);
  const withDeadline = client.withDeadline.bind(client);
  client.withDeadline = (_deadline, work) => withDeadline(Date.now() + withinMs, work);
  return client;
};

/** No server listens at this address. */
export const NO_TEMPORAL = "127.0.0.1:9";
