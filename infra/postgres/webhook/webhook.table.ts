import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedTimestamp, Timestamp } from "../columns.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";

export interface WebhookEndpointsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  url: string;
  /** None: every kind. */
  events: TimelineKind[];
  description: string | null;
  /** Sealed for `webhook:org-<organization>`. */
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Timestamp | null;
  is_active: Generated<boolean>;
  disabled_at: Timestamp | null;
  disabled_reason: string | null;
  is_delivering: Generated<boolean>;
  failures: Generated<number>;
  failing_since: Timestamp | null;
  next_attempt_at: Timestamp | null;
  last_success_at: Timestamp | null;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  organization_id: number;
  endpoint_id: number;
  event_type: TimelineKind | "test";
  timeline_event_id: number | null;
  state: Generated<"pending" | "delivered" | "failed">;
  attempts: Generated<number>;
  last_status: number | null;
  last_error: string | null;
  last_attempt_at: Timestamp | null;
  settled_at: Timestamp | null;
  resent_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}
