import { type Kysely, sql } from "kysely";

/** Campaigns that contacts join while they run. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaigns
      add column enrolment text not null default 'snapshot' check (enrolment in ('snapshot', 'live')),
      add column enrolled_to bigint,
      add column enrolment_ended_at timestamptz,
      add column enrolment_ends_with bigint`.execute(db);
  await sql`alter table campaign_contacts add column joined_at timestamptz`.execute(db);
};
