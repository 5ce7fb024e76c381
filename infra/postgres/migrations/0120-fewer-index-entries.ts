import { type Kysely, sql } from "kysely";
import { createIndexConcurrently, dropIndexConcurrently, fillInSteps } from "./steps.ts";

export const inSteps = true;

/**
 * Handing a call over changes its row in place from here on: no index has what only then is known, the instant at which
 * its carrier was asked and the number that is shown. Calls under way are found among those of their organization, which
 * are few; calls that are over have columns of their own, by which none was asked for later, and that say what number was
 * shown. What calls change of the kept counts is read whole: it is summed up every few hundred calls. The runs of a claim
 * are found by uuids that follow from its token.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMN).execute(db);
  await fillInSteps(db, {
    table: "call_runs",
    set: "over_at = greatest(ended_at, carrier_requested_at), caller_number_at_end = caller_number",
    where: "ended_at is not null and over_at is null",
  });
  for (const index of INDEXES) await createIndexConcurrently(db, index);
  await sql.raw(FUNCTIONS).execute(db);
  // Until here the platform that runs meanwhile has the indexes that it looks into.
  for (const name of FORMER_INDEXES) await dropIndexConcurrently(db, name);
};

// A carrier's clock says when a call ended, and may be behind ours: by `over_at` no call was over before it was asked for.
const COLUMN = `
alter table call_runs add column if not exists over_at timestamptz;
alter table call_runs add column if not exists caller_number_at_end text;

create or replace function note_end_of_call() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.over_at := greatest(new.ended_at, new.carrier_requested_at);
  new.caller_number_at_end := new.caller_number;
  return new;
end
$$;
create or replace trigger note_end_of_call before insert or update on call_runs for each row
  when (new.ended_at is not null
    and (new.over_at is null or new.over_at < new.carrier_requested_at
      or new.caller_number_at_end is distinct from new.caller_number))
  execute function note_end_of_call();
`;

const INDEXES = [
  { name: "call_runs_over", on: "call_runs (organization_id, over_at) where over_at is not null" },
  {
    name: "call_runs_over_number",
    on: "call_runs (organization_id, called_number, over_at) where over_at is not null",
  },
  {
    name: "call_runs_over_number_part",
    on: "call_runs using gin (called_number gin_trgm_ops, caller_number_at_end gin_trgm_ops) where ended_at is not null",
  },
];

const FORMER_INDEXES = [
  "call_runs_requested",
  "call_runs_number",
  "call_runs_caller_number_part",
  "call_runs_called_number_part",
  "call_runs_unfinished_account",
  "call_runs_unfinished_campaign",
  "call_runs_claim",
  "run_count_changes_organization",
];

const searchOf = (side: string, column: string): string => `
create or replace function runs_with_${side}_number(pattern text) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ended_at is not null and ${column} like pattern
  union all
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ended_at is null and ${side}_number like pattern
$$;
`;

const FUNCTIONS = searchOf("caller", "caller_number_at_end") + searchOf("called", "called_number");
