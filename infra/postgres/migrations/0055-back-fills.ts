import { type Kysely, sql } from "kysely";

/** The campaign whose contacts a back-fill calls, and the span of the outage that kept them from being called. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaigns
      add column back_fills_campaign_id bigint references campaigns,
      add column back_fill_from timestamptz,
      add column back_fill_to timestamptz,
      add constraint campaigns_back_fill unique (back_fills_campaign_id, back_fill_from, back_fill_to)`.execute(db);
};
