import { type Kysely, sql } from "kysely";

/** Versions of an agent side by side: in a campaign, at a number, and the version that each contact has been called with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMNS).execute(db);
};

const COLUMNS = `
alter table campaigns add column version_plan jsonb, add column version_guard jsonb;
alter table phone_numbers add column version_plan jsonb;
-- the version that the contact was last called with; null: none yet, or the campaign has no versions side by side
alter table campaign_contacts add column agent_version_id bigint references agent_versions;
`;
