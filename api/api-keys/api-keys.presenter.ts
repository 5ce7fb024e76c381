import { isCredentialOver, isExpired } from "../../domain/access/request-credential.ts";
import type { ApiKey } from "../../infra/postgres/access/api-key.entity.ts";

export const presentApiKey = (row: ApiKey, now: Date) => ({
  id: row.id,
  name: row.name,
  key_prefix: row.key_prefix,
  environment: row.environment,
  is_active: !isCredentialOver({ endedAt: row.archived_at, expiresAt: row.expires_at }, now),
  is_expired: isExpired({ expiresAt: row.expires_at }, now),
  expires_at: row.expires_at,
  scopes: row.scopes,
  client_name: row.client_name,
  role: row.role,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  archived_at: row.archived_at,
});
