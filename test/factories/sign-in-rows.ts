import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
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
