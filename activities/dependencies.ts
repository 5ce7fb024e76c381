import type { Client } from "@temporalio/client";
import type { Pool } from "pg";
import type { Clock } from "../infra/clock.ts";
import type { Ids } from "../infra/ids.ts";
import type { Logger } from "../infra/logger.ts";
import type { ObjectStore } from "../infra/object-store/object-store.ts";
import type { Database } from "../infra/postgres/database.ts";
import type { SecretBox } from "../infra/secrets/secret-box.ts";
import type { CarrierRegistry } from "../infra/telephony/carrier-registry.ts";

/** What the worker process is made of; built once in `worker/start.ts`. Each activity takes what it needs. */
export interface WorkerDependencies {
  database: Database;
  /** Connections that hold the locks of calls being handed over: one for each, apart from the working pool. */
  lockPool: Pool;
  temporal: Client;
  objectStore: ObjectStore;
  carriers: CarrierRegistry;
  secrets: SecretBox;
  /** Root that carriers reach us at, without a trailing slash. */
  publicBaseUrl: string;
  clock: Clock;
  ids: Ids;
  logger: Logger;
}
