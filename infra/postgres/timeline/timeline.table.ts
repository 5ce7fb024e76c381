import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp } from "../columns.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";

/** Why something did not happen, in a sentence, and what can be done. */
export interface Blocked {
  reason: string;
  says: string;
  ways: string[];
}

export interface TimelineEventsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  at: GeneratedTimestamp;
  kind: TimelineKind;
  actor: string;
  summary: string;
  payload: GeneratedJson;
  is_deliverable: Generated<boolean>;
  assistant: Generated<boolean>;
  thread_id: string | null;
  agent_id: number | null;
  run_id: number | null;
  folder_id: number | null;
  campaign_id: number | null;
  credits: Generated<number>;
  included: boolean | null;
  blocked: ColumnType<Blocked | null>;
}
