import { sql } from "kysely";
import { z } from "zod";
import type { EndedAccountStatus } from "../../../domain/connector/account-status.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { ConnectorAccount } from "./connector-account.entity.ts";

const tokens = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });
/** The tokens of an account. */
export type AccountTokens = z.output<typeof tokens>;

export const findAccount = (tx: OrganizationTransaction, id: number): Promise<ConnectorAccount | undefined> =>
  tx.selectFrom("connector_accounts").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks the account for a change of its tokens or its status. */
export const lockAccount = (tx: OrganizationTransaction, id: number): Promise<ConnectorAccount | undefined> =>
  tx.selectFrom("connector_accounts").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Locks the account if it is free; undefined also when another transaction holds it. */
export const lockAccountIfFree = (tx: OrganizationTransaction, id: number): Promise<ConnectorAccount | undefined> =>
  tx.selectFrom("connector_accounts").selectAll().where("id", "=", id).forUpdate().skipLocked().executeTakeFirst();

export const listAccounts = (tx: OrganizationTransaction): Promise<ConnectorAccount[]> =>
  tx.selectFrom("connector_accounts").selectAll().orderBy("slug").orderBy("id").execute();

export const hasConnectedAccount = async (tx: OrganizationTransaction, slug: string): Promise<boolean> => {
  const accounts = tx.selectFrom("connector_accounts").select("id").where("slug", "=", slug);
  return (await accounts.where("status", "=", "connected").executeTakeFirst()) !== undefined;
};

/** Opens the sealed tokens. Throws when its key is not configured. */
export const openTokens = (
  row: Pick<ConnectorAccount, "uuid" | "tokens_sealed">,
  secrets: SecretBox,
): AccountTokens | null =>
  row.tokens_sealed && tokens.parse(JSON.parse(secrets.open(row.tokens_sealed, buildAccountSealContext(row.uuid))));

export interface NewTokens extends AccountTokens {
  expiresAt: Date | null;
}

export const storeTokens = (
  tx: OrganizationTransaction,
  { id, uuid }: Pick<ConnectorAccount, "id" | "uuid">,
  { expiresAt, secrets, ...fresh }: NewTokens & { secrets: SecretBox },
) =>
  tx
    .updateTable("connector_accounts")
    .set({
      tokens_sealed: secrets.seal(JSON.stringify(fresh), buildAccountSealContext(uuid)),
      token_expires_at: expiresAt,
    })
    .where("id", "=", id)
    .execute();

export interface SignedInAccount {
  organizationId: number;
  slug: string;
  label: string;
  clientId: string;
  scopes: string[];
  userId: number;
}

/** Stores the account that somebody has signed in to; reuses the one with this label. */
export const connectAccount = async (
  tx: OrganizationTransaction,
  { organizationId, slug, label, clientId, scopes, userId }: SignedInAccount,
): Promise<ConnectorAccount> => {
  const columns = {
    client_id: clientId,
    scopes,
    status: "connected" as const,
    status_reason: null,
    status_changed_at: sql<Date>`now()`,
    connected_by: userId,
    connected_at: sql<Date>`now()`,
  };
  return tx
    .insertInto("connector_accounts")
    .values({ organization_id: organizationId, slug, account_label: label, ...columns })
    .onConflict((conflict) => conflict.columns(["organization_id", "slug", "account_label"]).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow();
};

interface Ending {
  status: EndedAccountStatus;
  /** A sentence for people, without secrets. */
  reason: string;
  actor: string;
  summary: string;
}

/** Ends a locked account: deletes its tokens and records it on the timeline. */
export const endAccount = async (
  tx: OrganizationTransaction,
  account: Pick<ConnectorAccount, "id" | "organization_id" | "slug">,
  { status, reason, actor, summary }: Ending,
): Promise<void> => {
  const event_id = await recordTimeline(tx, {
    organizationId: account.organization_id,
    kind: "system",
    actor,
    summary,
    payload: { connector: account.slug, account_id: account.id, status },
  });
  await tx
    .updateTable("connector_accounts")
    .set({
      status,
      status_reason: reason,
      status_changed_at: sql<Date>`now()`,
      tokens_sealed: null,
      token_expires_at: null,
      event_id,
    })
    .where("id", "=", account.id)
    .execute();
};

/** Returns the context for which an account's tokens are sealed. */
export const buildAccountSealContext = (uuid: string): string => `connector-account:${uuid}`;
