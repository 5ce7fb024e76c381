import type { Pool } from "pg";
import type { Adapters } from "../infra/adapters.ts";

/** What the worker process is made of; built once in `worker/start.ts`. Each activity takes what it needs. */
export interface WorkerDependencies extends Adapters {
  /** Connections that hold the locks of calls being handed over: one for each, apart from the working pool. */
  lockPool: Pool;
  /** Root that carriers reach us at, without a trailing slash. */
  publicBaseUrl: string;
}
