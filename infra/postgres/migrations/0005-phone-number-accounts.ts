import { type Kysely, sql } from "kysely";

/** One number of one account at a carrier is connected once, whichever organization connects it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ACCOUNTS).execute(db);
};

// Unique indexes look across tenants, rows do not: the clash is seen, the other organization is not.
const ACCOUNTS = `
alter table phone_numbers add column account_fingerprint bytea;
create unique index phone_numbers_account_address on phone_numbers (account_fingerprint, address_normalized)
  where account_fingerprint is not null;
create index phone_numbers_inbound_agent on phone_numbers (inbound_agent_id) where inbound_agent_id is not null;
`;
