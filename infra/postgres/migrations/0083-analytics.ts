import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/**
 * Figures of conversations stay with their calls when the words go; questions about calls are kept under a name; the index of words is
 * filled again from the rows.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMNS, FUNCTION, TABLE, WORDS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["analytics_views"]);
};

const COLUMNS = `
-- null: there was no conversation, or it is not concluded. Latencies are also null where the agent answered nobody.
alter table call_runs add column turns integer, add column interruptions integer,
  add column answer_ms integer, add column slowest_answer_ms integer;
`;

// An answer is one to a person: what an agent says unasked has no latency. An answer that was spoken over has a sentence
// that was heard in part.
const FUNCTION = `
create function conversation_figures(of_run bigint)
returns table(turns integer, interruptions integer, answer_ms integer, slowest_answer_ms integer)
language sql stable set search_path = public, pg_temp as $$
  with said as (
    select distinct e.turn from conversation_entries e
    where e.run_id = of_run and e.speaker = 'person' and e.discarded_at is null
  ), answers as (
    select t.first_sentence_ms as ms from conversation_turns t join said on said.turn = t.number
    where t.run_id = of_run and t.first_sentence_ms is not null and t.discarded_at is null
  )
  select (select count(*)::integer from said),
    (select count(distinct e.turn)::integer from conversation_entries e
      where e.run_id = of_run and e.speaker = 'agent' and e.heard is not null and e.discarded_at is null),
    (select percentile_disc(0.5) within group (order by ms) from answers),
    (select max(ms) from answers)
$$;
`;

const TABLE = `
create table analytics_views (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  -- false: only who made it sees it
  is_shared boolean not null default false,
  -- the query of the question, as a request sends it
  question jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index analytics_views_organization on analytics_views (organization_id, id);
`;

const WORDS = `
-- the run up to which the words of conversations are in the index again; null: nobody has asked for it
alter table organizations add column words_indexed_to bigint;

create or replace function platform_outdated_organizations()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.organization_id from documents d
  where d.needs_reingest and d.reingest_error is null and d.deleted_at is null
  union
  select o.id from organizations o where o.words_indexed_to is not null
$$;
`;
