import type { Account } from "../../infra/postgres/access/access.repository.ts";
import type { OpenedSession } from "./open-session.ts";

export const presentAccount = (account: Account) => ({
  id: account.userId,
  email: account.email,
  name: account.name,
  organization_id: account.organizationId,
  role: account.role,
});

export const presentSession = ({ token, expiresAt }: OpenedSession, account: Account) => ({
  token,
  token_type: "bearer" as const,
  expires_at: expiresAt,
  user: presentAccount(account),
});
