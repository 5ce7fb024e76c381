import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, GeneratedTimestamp, Timestamp } from "../columns.ts";

export interface ContactListsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  description: string | null;
  contact_count: Generated<number>;
  /** Made for one campaign from its file; not among the lists that people see. */
  is_hidden: Generated<boolean>;
  created_at: GeneratedTimestamp;
}

export interface ContactsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  contact_list_id: number;
  phone_number: string;
  name: string | null;
  timezone: string | null;
  attributes: GeneratedJson;
  consent_status: Generated<"granted" | "unknown" | "withdrawn">;
  consent_at: Timestamp | null;
  consent_source: string | null;
  created_at: GeneratedTimestamp;
}

export interface ContactImportsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  /** Of the request that asked for it: the same request makes one import. */
  request_uuid: string;
  contact_list_id: number;
  object_key: string;
  mapping: GeneratedJson;
  default_country: string | null;
  on_duplicate: Generated<"skip" | "update">;
  consent_status: "granted" | "unknown" | "withdrawn" | null;
  consent_source: string | null;
  status: Generated<"pending" | "processing" | "completed" | "failed">;
  total_rows: Generated<number>;
  imported: Generated<number>;
  updated: Generated<number>;
  skipped: Generated<number>;
  invalid: Generated<number>;
  /** Rows of the file before this one are merged; a repeated activity goes on here. */
  position: Generated<number>;
  errors_key: string | null;
  error: string | null;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  completed_at: Timestamp | null;
}

export interface ContactImportErrorsTable {
  organization_id: number;
  import_id: number;
  line: number;
  value: string | null;
  reason: string;
}

export interface DoNotCallTable {
  organization_id: number;
  phone_number: string;
  reason: string | null;
  source: "manual" | "upload" | "opt_out" | "api";
  created_by: number | null;
  created_at: GeneratedTimestamp;
  expires_at: Timestamp | null;
}
