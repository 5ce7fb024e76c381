import { sql } from "kysely";
import type { MemberRole } from "../../../domain/access/member-role.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import type { ApiKey } from "./api-key.entity.ts";
import type { ClientGrant } from "./client-grant.entity.ts";

/** What a client shows to get tokens: the code that a person's browser brought it, or its refresh token's beginning. */
export type ShownHash = { code: Buffer } | { family: Buffer };

/** Finds whose grant it is; undefined: nobody's. */
export const findClientGrant = async (
  { withoutOrganization: db }: Database,
  shown: ShownHash,
): Promise<{ api_key_id: number; organization_id: number } | undefined> => {
  const [code, family] = "code" in shown ? [shown.code, null] : [null, shown.family];
  const { rows } = await sql<{ api_key_id: number; organization_id: number }>`
    select * from auth_client_grant(${code}::bytea, ${family}::bytea)`.execute(db);
  return rows[0];
};

export type LockedGrant = ClientGrant &
  Pick<ApiKey, "name" | "key_prefix" | "created_by" | "environment" | "scopes" | "expires_at" | "archived_at"> & {
    /** Null: the person who let it in is no longer a member. */
    member_role: MemberRole | null;
  };

/** Reads a grant with its key, and keeps both until the transaction ends: of two simultaneous requests one comes first. */
export const lockClientGrant = async (
  tx: OrganizationTransaction,
  apiKeyId: number,
): Promise<LockedGrant | undefined> => {
  const { rows } = await sql<LockedGrant>`
    select g.*, k.name, k.key_prefix, k.created_by, k.environment, k.scopes, k.expires_at, k.archived_at,
      (select m.role from memberships m where m.user_id = k.created_by) as member_role
    from client_grants g join api_keys k on k.id = g.api_key_id
    where g.api_key_id = ${apiKeyId} for update of g, k`.execute(tx);
  return rows[0];
};

export interface NewGrant {
  organizationId: number;
  apiKeyId: number;
  clientHash: Buffer;
  codeHash: Buffer;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: Date;
}

export const insertClientGrant = async (tx: OrganizationTransaction, grant: NewGrant): Promise<void> => {
  await insertRow(tx, "client_grants", {
    api_key_id: grant.apiKeyId,
    organization_id: grant.organizationId,
    client_hash: grant.clientHash,
    code_hash: grant.codeHash,
    redirect_uri: grant.redirectUri,
    code_challenge: grant.codeChallenge,
    code_expires_at: grant.codeExpiresAt,
  });
};

export interface IssuedTokens {
  accessHash: Buffer;
  accessExpiresAt: Date;
  familyHash: Buffer;
  refreshHash: Buffer;
  /** Set where they were got for the code. */
  codeUsedAt?: Date;
}

/** Makes these the only tokens of the grant that are good. */
export const setGrantTokens = async (
  tx: OrganizationTransaction,
  apiKeyId: number,
  { accessHash, accessExpiresAt, familyHash, refreshHash, codeUsedAt }: IssuedTokens,
): Promise<void> => {
  await tx
    .updateTable("client_grants")
    .set({ family_hash: familyHash, refresh_hash: refreshHash, ...(codeUsedAt && { code_used_at: codeUsedAt }) })
    .where("api_key_id", "=", apiKeyId)
    .execute();
  await tx
    .updateTable("api_keys")
    .set({ key_hash: accessHash, token_expires_at: accessExpiresAt })
    .where("id", "=", apiKeyId)
    .execute();
};

/** Ends a grant for good; whoever has its tokens is refused from the next request on. */
export const endClientGrant = async (
  tx: OrganizationTransaction,
  { apiKeyId, at }: { apiKeyId: number; at: Date },
): Promise<boolean> => {
  const ended = await tx
    .updateTable("api_keys")
    .set({ archived_at: at })
    .where("id", "=", apiKeyId)
    .where("archived_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
};

/** Archives what the person let in and is over anyway, so that it takes no room among the keys. */
export const archiveExpiredGrants = async (
  tx: OrganizationTransaction,
  { userId, at }: { userId: number; at: Date },
): Promise<void> => {
  await tx
    .updateTable("api_keys")
    .set({ archived_at: at })
    .where("created_by", "=", userId)
    .where("client_name", "is not", null)
    .where("archived_at", "is", null)
    .where((where) =>
      where.or([
        where("expires_at", "<=", at),
        // The client never came for its tokens.
        where.exists(
          where
            .selectFrom("client_grants")
            .select("api_key_id")
            .whereRef("client_grants.api_key_id", "=", "api_keys.id")
            .where("code_used_at", "is", null)
            .where("code_expires_at", "<=", at),
        ),
      ]),
    )
    .execute();
};

/** Counts the programs that the person has let in and nobody has stopped. */
export const countGrantsOf = async (tx: OrganizationTransaction, userId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom("api_keys")
    .select(sql<number>`count(*)`.as("count"))
    .where("created_by", "=", userId)
    .where("client_name", "is not", null)
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
};
