import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedTimestamp, Timestamp } from "../columns.ts";

export type MissedCallReason =
  | "unknown_number"
  | "inactive_number"
  | "no_agent"
  | "out_of_concurrency"
  | "caller_hung_up"
  /** The platform could not take it. */
  | "unavailable";

export interface MissedCallsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  telephony_configuration_id: number | null;
  carrier_call_id: string;
  at: GeneratedTimestamp;
  /** E.164; null: withheld. */
  caller_number: string | null;
  called_number: string;
  reason: MissedCallReason;
  /** The run, where the call had one. */
  run_id: number | null;
  called_back_run_id: Generated<number | null>;
  called_back_at: Timestamp | null;
}
