import type { GeneratedAlways } from "kysely";
import type { Timestamp } from "../columns.ts";

/** What the runs of one row have in common. */
interface RunKind {
  /** Of the period in which they were made. */
  starts_at: Timestamp;
  is_over: boolean;
  /** The disposition, or else the outcome; null while there is none. */
  conclusion: string | null;
  direction: "inbound" | "outbound";
  channel: "telephony" | "web" | "chat";
  currency: string | null;
}

interface RunAmounts {
  runs: number;
  duration_seconds: number;
  cost_minor: number;
}

/** Kept by the database itself: triggers of `call_runs` append changes, which are summed up now and then. */
export interface RunCountsTable extends RunKind, RunAmounts {
  organization_id: number;
  scope: "organization" | "agent" | "campaign";
  scope_id: number;
  period: "day" | "hour";
}

/** Not summed up yet: what changed since. */
export interface RunCountChangesTable extends RunKind, RunAmounts {
  id: GeneratedAlways<number>;
  organization_id: number;
  agent_id: number;
  campaign_id: number | null;
}
