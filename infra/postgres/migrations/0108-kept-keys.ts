import { type Kysely, sql } from "kysely";

/**
 * The keys that have signed stay as they are published: one is only given its end when another one takes over. The key of a person's
 * pseudonym is erased with the person and never changed. To seal them anew is the work of the login that owns the tables.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

const STATEMENTS = [
  "revoke update, delete on record_keys from ringdown_app",
  "grant update (signs_until) on record_keys to ringdown_app",
  "revoke update on person_keys from ringdown_app",
];
