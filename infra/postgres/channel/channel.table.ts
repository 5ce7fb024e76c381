import type { GeneratedAlways } from "kysely";
import type { GeneratedTimestamp } from "../columns.ts";

export interface FoldersTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  created_at: GeneratedTimestamp;
}
