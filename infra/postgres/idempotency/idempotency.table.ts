import type { GeneratedTimestamp } from "../columns.ts";

export interface IdempotencyKeysTable {
  organization_id: number;
  key: string;
  request_hash: Buffer;
  status: number | null;
  answer_sealed: Buffer | null;
  created_at: GeneratedTimestamp;
}
