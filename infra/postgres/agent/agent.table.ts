import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp, Json, Timestamp } from "../columns.ts";

export interface AgentsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  workflow_uuid: string;
  name: string;
  status: Generated<"active" | "archived">;
  folder_id: number | null;
  template_id: string | null;
  published_version_id: number | null;
  draft_version_id: number | null;
  call_disposition_codes: Json | null;
  /** The platform's own, in nobody's list. */
  is_hidden: Generated<boolean>;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}

export interface AgentVersionsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  agent_id: number;
  version_number: number;
  status: "draft" | "published" | "archived";
  definition: Json;
  configurations: GeneratedJson;
  template_context_variables: GeneratedJson;
  created_at: GeneratedTimestamp;
  published_at: Timestamp | null;
}

export interface AgentTriggersTable {
  path: string;
  organization_id: number;
  agent_id: number;
  enabled: Generated<boolean>;
}
