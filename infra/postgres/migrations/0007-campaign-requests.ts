import { type Kysely, sql } from "kysely";

/** The request that made a campaign: repeating it, also after a crash, finds the campaign instead of making another. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(CHANGES).execute(db);
};

const CHANGES = `
alter table campaigns add column request_uuid uuid;
create unique index campaigns_request on campaigns (organization_id, request_uuid) where request_uuid is not null;
`;
