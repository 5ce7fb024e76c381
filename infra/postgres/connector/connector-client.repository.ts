import { sql } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";

/** The credentials of an application at an app's authorization server. */
export interface OAuthClient {
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
}

interface Owner {
  organizationId: number;
  slug: string;
  secrets: SecretBox;
}

/** Returns the organization's own client of an app, if there is one. */
export const readOwnClient = async (tx: OrganizationTransaction, owner: Owner): Promise<OAuthClient | null> => {
  const row = await tx.selectFrom("connector_clients").selectAll().where("slug", "=", owner.slug).executeTakeFirst();
  if (!row) return null;
  const sealed = row.client_secret_sealed;
  return { clientId: row.client_id, clientSecret: sealed && owner.secrets.open(sealed, buildClientSealContext(owner)) };
};

export const storeOwnClient = async (
  tx: OrganizationTransaction,
  owner: Owner,
  { clientId, clientSecret, userId }: OAuthClient & { userId: number },
): Promise<void> => {
  const columns = {
    client_id: clientId,
    client_secret_sealed:
      clientSecret === null ? null : owner.secrets.seal(clientSecret, buildClientSealContext(owner)),
    created_by: userId,
    updated_at: sql<Date>`now()`,
  };
  await tx
    .insertInto("connector_clients")
    .values({ organization_id: owner.organizationId, slug: owner.slug, ...columns })
    .onConflict((conflict) => conflict.columns(["organization_id", "slug"]).doUpdateSet(columns))
    .execute();
};

/** Returns when the own client of an app was stored or registered; null: there is none. */
export const readOwnClientSince = async (tx: OrganizationTransaction, slug: string): Promise<Date | null> => {
  const row = await tx.selectFrom("connector_clients").select("updated_at").where("slug", "=", slug).executeTakeFirst();
  return row?.updated_at ?? null;
};

/** Removes the own client; returns false when there was none. */
export const removeOwnClient = async (tx: OrganizationTransaction, slug: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom("connector_clients")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

export const listSlugsWithOwnClient = async (tx: OrganizationTransaction): Promise<Set<string>> => {
  const rows = await tx.selectFrom("connector_clients").select("slug").execute();
  return new Set(rows.map(({ slug }) => slug));
};

/** Returns the context for which the secret of an own client is sealed. */
export const buildClientSealContext = ({ organizationId, slug }: Pick<Owner, "organizationId" | "slug">): string =>
  `connector-client:org-${organizationId}:${slug}`;
