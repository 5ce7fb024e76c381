import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** What changed in a campaign, and when, so that it can be told what was true at an instant. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["campaign_steps"]);
};

const TABLES = `
alter table campaign_figures
  -- how many of its revisions have a step: fewer than its revision where it began before steps were kept
  add column kept_revision bigint not null default 0,
  -- the campaign's state by its last step that changed it; null: none has
  add column campaign_state text;

-- Written by the transaction of the change while it holds the row of the campaign's figures: instants and ids of a campaign are in the
-- order of the commits. No foreign keys, which every call would pay for.
create table campaign_steps (
  campaign_id bigint,
  at timestamptz default clock_timestamp(),
  id bigint generated always as identity,
  organization_id bigint not null,
  -- the figures as they are from here on
  total integer not null,
  suppressed integer not null,
  finished integer not null,
  dialled integer not null,
  answered integer not null,
  unreached integer not null,
  in_flight integer not null,
  waiting_retry integer not null,
  attempts integer not null,
  revision bigint not null,
  kept_revision bigint not null,
  campaign_state text,
  -- the contacts that changed; null: none did
  contact_ids bigint[],
  -- null: their state stayed as it was
  contact_state text,
  -- of the contacts where they changed, and of the run where it is over
  outcome text,
  -- a person has answered for the contact
  has_answered boolean,
  -- when a contact that waits for another attempt is due
  due_at timestamptz,
  run_id bigint,
  -- the run's carrier took it
  is_accepted boolean not null default false,
  -- what was known of the run that is over
  disposition text,
  duration_seconds integer,
  cost_minor bigint,
  currency text,
  primary key (campaign_id, at, id)
);
`;
