import type { CredentialRow } from "../../infra/postgres/credential/credential.entity.ts";
import type { CredentialUser } from "../../infra/postgres/credential/credential-users.repository.ts";

/** Presents a credential without its data. */
export const presentCredential = (row: CredentialRow, users: CredentialUser[] = []) => ({
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  credential_type: row.credential_type,
  hint: row.hint,
  environment: row.environment,
  used_by: users,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
