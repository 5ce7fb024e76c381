import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedTimestamp, Timestamp } from "../columns.ts";

export interface OrganizationsTable {
  id: GeneratedAlways<number>;
  name: string;
  country: string | null;
  timezone: string | null;
  test_phone_number: string | null;
  concurrent_call_limit: Generated<number>;
  max_attempts_per_number_per_day: number | null;
  artifact_link_days: Generated<number>;
  retention_days: number | null;
  created_at: GeneratedTimestamp;
}

export interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string | null;
  password_hash: string;
  created_at: GeneratedTimestamp;
}

export interface MembershipsTable {
  organization_id: number;
  user_id: number;
  role: "owner" | "admin" | "operator" | "viewer";
  created_at: GeneratedTimestamp;
}

export interface SessionsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  user_id: number;
  token_hash: Buffer;
  created_at: GeneratedTimestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface ApiKeysTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  key_prefix: string;
  key_hash: Buffer;
  environment: "production" | "sandbox";
  created_by: number;
  created_at: GeneratedTimestamp;
  last_used_at: Timestamp | null;
  archived_at: Timestamp | null;
}

export interface LoginAttemptsTable {
  subject: string;
  failures: number;
  locked_until: Timestamp | null;
  updated_at: GeneratedTimestamp;
}
