import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedTimestamp, Timestamp } from "../columns.ts";

export interface CredentialsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  uuid: Generated<string>;
  name: string;
  description: string | null;
  credential_type: "none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header";
  /** JSON, sealed for `credential:<uuid>`. */
  data_sealed: Buffer;
  hint: string | null;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  updated_at: Timestamp | null;
}
