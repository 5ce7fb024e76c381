import type { Selectable } from "kysely";
import type { ApiKeysTable } from "../../infra/postgres/access/access.table.ts";

export const presentApiKey = (row: Selectable<ApiKeysTable>) => ({
  id: row.id,
  name: row.name,
  key_prefix: row.key_prefix,
  environment: row.environment,
  is_active: row.archived_at === null,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  archived_at: row.archived_at,
});
