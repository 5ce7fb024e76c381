import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import {
  buildProviderSealContext,
  buildProviderSignInSealContext,
} from "../../infra/postgres/access/identity-provider.repository.ts";
import { buildAuthenticatorSealContext } from "../../infra/postgres/access/second-factor.repository.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import { testSecrets } from "../harness/test-secrets.ts";
import type { Tenant } from "./tenant.ts";

/** Gives the operator of an organization every kind of second factor. */
export const fillSecondFactor = async (
  db: Kysely<Tables>,
  { operator: { userId: user_id } }: Tenant,
): Promise<void> => {
  const secret_sealed = testSecrets.seal("c2VjcmV0", buildAuthenticatorSealContext(user_id));
  await db
    .insertInto("authenticators")
    .values({ user_id, secret_sealed, confirmed_at: new Date(), last_step: 1 })
    .execute();
  const key = {
    credential_id: randomUUID(),
    public_key: Buffer.from("key"),
    counter: 0,
    transports: ["usb"],
    name: "A key",
  };
  await db
    .insertInto("passkeys")
    .values({ user_id, ...key })
    .execute();
  await db
    .insertInto("recovery_codes")
    .values({ user_id, code_hash: Buffer.from("code") })
    .execute();
  const asked = { uuid: randomUUID(), purpose: "log_in" as const, challenge: "challenge", expires_at: new Date() };
  await db
    .insertInto("second_factor_challenges")
    .values({ user_id, ...asked })
    .execute();
};

/** Gives an organization an identity provider that knows its operator; returns the id of its domain. */
export const fillIdentityProvider = async (
  db: Kysely<Tables>,
  { organizationId: organization_id, operator }: Tenant,
): Promise<number> => {
  const client = { issuer: "https://sign-in.example.com", client_id: "ringdown" };
  await db
    .insertInto("identity_providers")
    .values({
      organization_id,
      name: "Example Directory",
      ...client,
      client_secret_sealed: testSecrets.seal("secret", buildProviderSealContext(organization_id)),
    })
    .execute();
  await db
    .insertInto("provider_identities")
    .values({ organization_id, user_id: operator.userId, issuer: client.issuer, subject: "operator" })
    .execute();
  const uuid = randomUUID();
  await db
    .insertInto("provider_sign_ins")
    .values({
      uuid,
      organization_id,
      ...client,
      verifier_sealed: testSecrets.seal("verifier", buildProviderSignInSealContext(uuid)),
      nonce: "nonce",
      browser_hash: Buffer.from("browser"),
      expires_at: new Date(),
    })
    .execute();
  const person = await db
    .insertInto("scim_people")
    .values({ uuid: randomUUID(), organization_id, user_name: "operator", email: operator.email, active: true })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto("scim_groups")
    .values({ uuid: randomUUID(), organization_id, display_name: "staff" })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("scim_group_members")
    .values({ organization_id, group_uuid: group.uuid, person_uuid: person.uuid })
    .execute();
  await db
    .insertInto("scim_tokens")
    .values({ organization_id, token_prefix: "scim_", token_hash: randomBytes(32) })
    .execute();
  const domain = await db
    .insertInto("organization_domains")
    .values({ organization_id, domain: "example.com", token: "a token" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return domain.id;
};
