import { sql } from "kysely";
import type { PublicAddressReading } from "../../domain/call/public-address.rules.ts";
import { createReadiness } from "../../infra/telemetry/readiness.ts";
import { askTemporal } from "../../infra/temporal/ask-temporal.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

const listFaults = (reading: PublicAddressReading | null): string[] =>
  reading === null
    ? []
    : [
        ...(reading.http.passes ? [] : ["public_address_http"]),
        ...(reading.webSocket.passes ? [] : ["public_address_websocket"]),
      ];

/** No object has this name: the store's answer that it is missing is enough. */
const NO_OBJECT = "readiness";

/**
 * Creates the readiness checks of the API. Without one part it still answers, but with 503 for what needs that part.
 */
export const createApiReadiness = (dependencies: ApiDependencies, stopping: AbortSignal) => {
  const { database, temporal, objectStore, logger, publicAddress } = dependencies;
  return createReadiness({
    checks: {
      database: () => sql`select 1`.execute(database.withoutOrganization),
      temporal: () => askTemporal(temporal),
      object_store: () => objectStore.size(NO_OBJECT),
    },
    // A load balancer that took the API out for it would make it worse.
    degraded: () => listFaults(publicAddress.latest()),
    logger,
    stopping,
  });
};
