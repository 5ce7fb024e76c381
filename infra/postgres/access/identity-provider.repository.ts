import { type Kysely, sql } from "kysely";
import type { GroupRole } from "../../../domain/access/identity-provider.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { IdentityProvider } from "./identity-provider.entity.ts";
import type { OrganizationDomain } from "./organization-domain.entity.ts";
import type { ProviderSignIn } from "./provider-sign-in.entity.ts";

export const buildProviderSealContext = (organizationId: number): string => `identity-provider:${organizationId}`;
export const buildProviderSignInSealContext = (uuid: string): string => `provider-sign-in:${uuid}`;

export const buildSessionLogOutSealContext = (tokenHash: Buffer): string =>
  `session-log-out:${tokenHash.toString("hex")}`;

export const findIdentityProvider = (tx: OrganizationTransaction): Promise<IdentityProvider | undefined> =>
  tx.selectFrom("identity_providers").selectAll().executeTakeFirst();

export const openClientSecret = (provider: IdentityProvider, secrets: SecretBox): string =>
  secrets.open(provider.client_secret_sealed, buildProviderSealContext(provider.organization_id));

export const storeIdentityProvider = (
  tx: OrganizationTransaction,
  provider: Omit<IdentityProvider, "updated_at">,
): Promise<IdentityProvider> => {
  const values = { ...provider, group_roles: sql<GroupRole[]>`${JSON.stringify(provider.group_roles)}::jsonb` };
  return tx
    .insertInto("identity_providers")
    .values(values)
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet({ ...values, updated_at: sql`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/**
 * Removes the provider, with whom it knew and the sessions that it opened: nobody could end those any more. Returns false when there
 * was none.
 */
export const removeIdentityProvider = async (tx: OrganizationTransaction, at: Date): Promise<boolean> => {
  const removed = await tx.deleteFrom("identity_providers").returning("organization_id").executeTakeFirst();
  await forgetIdentities(tx, at);
  return removed !== undefined;
};

/** Another issuer knows other people, by names that may be the same. */
export const forgetIdentities = async (tx: OrganizationTransaction, at: Date): Promise<void> => {
  await tx.deleteFrom("provider_identities").execute();
  await tx.deleteFrom("provider_sign_ins").execute();
  await tx
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("method", "=", "provider")
    .where("revoked_at", "is", null)
    .execute();
};

interface ProviderOfDomain {
  organization_id: number;
  name: string;
}

/** Lists the providers of the organizations that have proved the domain. */
export const listProvidersOfDomain = async (db: Kysely<Tables>, domain: string): Promise<ProviderOfDomain[]> => {
  const { rows } = await sql<ProviderOfDomain>`select * from auth_providers_of_domain(${domain})`.execute(db);
  return rows;
};

export const listDomains = (tx: OrganizationTransaction): Promise<OrganizationDomain[]> =>
  tx.selectFrom("organization_domains").selectAll().orderBy("domain").execute();

export const findDomain = (tx: OrganizationTransaction, id: number): Promise<OrganizationDomain | undefined> =>
  tx.selectFrom("organization_domains").selectAll().where("id", "=", id).executeTakeFirst();

/** Adds a domain that has yet to be proved; undefined: it is there already. */
export const addDomain = (
  tx: OrganizationTransaction,
  domain: Pick<OrganizationDomain, "organization_id" | "domain" | "token">,
): Promise<OrganizationDomain | undefined> =>
  tx
    .insertInto("organization_domains")
    .values(domain)
    .onConflict((conflict) => conflict.columns(["organization_id", "domain"]).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Marks a domain as proved; a repeated proof keeps the first day. */
export const proveDomain = (
  tx: OrganizationTransaction,
  { id, token, at }: { id: number; token: string; at: Date },
): Promise<OrganizationDomain | undefined> =>
  tx
    .updateTable("organization_domains")
    .set({ proved_at: sql`coalesce(proved_at, ${at})` })
    .where("id", "=", id)
    .where("token", "=", token)
    .returningAll()
    .executeTakeFirst();

export const removeDomain = (tx: OrganizationTransaction, id: number): Promise<OrganizationDomain | undefined> =>
  tx.deleteFrom("organization_domains").where("id", "=", id).returningAll().executeTakeFirst();

export const isProvedDomain = async (tx: OrganizationTransaction, domain: string): Promise<boolean> => {
  const row = await tx
    .selectFrom("organization_domains")
    .select("id")
    .where("domain", "=", domain)
    .where("proved_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
};

/** Keeps a sign-in that begins, and removes those that nobody finished in time. */
export const beginProviderSignIn = async (
  tx: OrganizationTransaction,
  { now, ...signIn }: ProviderSignIn & { now: Date },
): Promise<void> => {
  await tx.deleteFrom("provider_sign_ins").where("expires_at", "<=", now).execute();
  await tx.insertInto("provider_sign_ins").values(signIn).execute();
};

/** Takes a sign-in away: it is finished once, whatever comes of it. */
export const takeProviderSignIn = (
  tx: OrganizationTransaction,
  { uuid, browserHash, now }: { uuid: string; browserHash: Buffer; now: Date },
): Promise<ProviderSignIn | undefined> =>
  tx
    .deleteFrom("provider_sign_ins")
    .where("uuid", "=", uuid)
    .where("browser_hash", "=", browserHash)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

interface NamedIdentity {
  issuer: string;
  subject: string;
}

/** Returns the member whom the provider knows by this subject; undefined: nobody yet. */
export const findIdentity = (tx: OrganizationTransaction, { issuer, subject }: NamedIdentity) =>
  tx
    .selectFrom("provider_identities")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();

/** Notes that the provider knows a member; false: it knows them by another subject. */
export const noteIdentity = async (
  tx: OrganizationTransaction,
  identity: NamedIdentity & { organizationId: number; userId: number; at: Date },
): Promise<boolean> => {
  const { organizationId, userId, issuer, subject, at } = identity;
  const noted = await tx
    .insertInto("provider_identities")
    .values({ organization_id: organizationId, user_id: userId, issuer, subject, last_sign_in_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "user_id"])
        .doUpdateSet({ last_sign_in_at: at })
        .where("provider_identities.issuer", "=", issuer)
        .where("provider_identities.subject", "=", subject),
    )
    .returning("user_id")
    .executeTakeFirst();
  return noted !== undefined;
};

/** Ends the sessions that the provider has opened: of its session, or of a person before a time. Returns how many. */
export const endProviderSessions = async (
  tx: OrganizationTransaction,
  { userId, session, before, at }: { userId?: number; session: string | undefined; before: Date; at: Date },
): Promise<number> => {
  const ended = await tx
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("method", "=", "provider")
    .where("revoked_at", "is", null)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .$if(session !== undefined, (query) => query.where("provider_session", "=", session ?? ""))
    .$if(session === undefined, (query) => query.where("created_at", "<=", before))
    .returning("id")
    .execute();
  return ended.length;
};
