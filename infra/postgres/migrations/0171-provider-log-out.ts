import { type Kysely, sql } from "kysely";

/** Who logs out here may be logged out at the organization's identity provider as well. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table identity_providers add column log_out_at_provider boolean not null default false`.execute(db);
  // the address that ends the session at the provider, with its ID token; sealed for "session-log-out:<token_hash>"
  await sql`alter table sessions add column provider_log_out_sealed bytea`.execute(db);
};
