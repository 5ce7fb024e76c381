import type { GeneratedTimestamp, Json } from "../columns.ts";

export interface IdempotencyKeysTable {
  organization_id: number;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: Json | null;
  headers: Json | null;
  created_at: GeneratedTimestamp;
}
