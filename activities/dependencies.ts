import type { Pool } from "pg";
import type { RetentionKind } from "../domain/removal/retention.rules.ts";
import type { Adapters } from "../infra/adapters.ts";
import type { LogsReceiver } from "../infra/telemetry/send-acts.ts";

/** The parts of the worker process, built once in `worker/start.ts`. Each activity takes the parts that it needs. */
export interface WorkerDependencies extends Adapters {
  /** Connections for the locks of calls that are being handed over: one for each, apart from the working pool. */
  lockPool: Pool;
  /** What the rows of one organization may hold, as the API compares it too. */
  rowBytesPerOrganization: number;
  /** It is kept so many days who did what. */
  auditKeepDays: number;
  /** The collector to which acts are sent as logs; undefined: none. */
  actsReceiver?: LogsReceiver | undefined;
  /** The most days for which any organization keeps its runs; undefined: as long as it wants. */
  keepRunsDays?: number | undefined;
  /** The most days for which any organization keeps data of a kind. */
  retentionCeilings?: Readonly<Partial<Record<RetentionKind, number>>> | undefined;
  /** Root of the addresses for carriers, without a trailing slash. */
  publicBaseUrl: string;
}
