import { type Kysely, sql } from "kysely";

/**
 * What the home view counts. The kept counts of runs (0011) tell outcomes apart, because a disposition hides whether a
 * person answered; and what needs somebody's attention is found through indexes of its own.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMNS, SUMMING, TRIGGERS, RECOUNTING, INDEXES]) await sql.raw(part).execute(db);
  await sql`select platform_recount_runs()`.execute(db);
};

const KIND = "starts_at, is_over, conclusion, outcome, direction, channel, currency";
const AMOUNTS = "runs, duration_seconds, cost_minor";

const kindOf = (run: string): string => `
  date_trunc('hour', ${run}.created_at, 'UTC'),
  ${run}.state in ('completed','failed','canceled','blocked'),
  coalesce(${run}.disposition, ${run}.outcome),
  ${run}.outcome,
  ${run}.direction,
  case when ${run}.mode in ('smallwebrtc','webrtc') then 'web' when ${run}.mode = 'textchat' then 'chat' else 'telephony' end,
  ${run}.currency`;

const COLUMNS = `
alter table run_counts add column outcome text;
alter table run_count_changes add column outcome text;
alter table run_counts drop constraint run_counts_scope_scope_id_period_starts_at_is_over_conclusi_key;
alter table run_counts add constraint run_counts_kind unique nulls not distinct (scope, scope_id, period, ${KIND});
`;

const WHERE_COUNTED = `
  cross join lateral (values ('organization', organization_id), ('agent', agent_id), ('campaign', campaign_id))
    as scopes (scope, scope_id)
  cross join (values ('day'), ('hour')) as periods (period)
  where scope_id is not null`;
const COUNTED_KIND = KIND.replace("starts_at", "date_trunc(period, starts_at, 'UTC')");
const GROUP = `group by organization_id, scope, scope_id, period, ${COUNTED_KIND}`;

const SUMMING = `
create or replace function platform_sum_run_counts() returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare summed bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('run_counts', 0)) then
    return 0;
  end if;
  with taken as (
    delete from run_count_changes where id in (select id from run_count_changes order by id limit 10000) returning *
  ), written as (
    insert into run_counts as c (organization_id, scope, scope_id, period, ${KIND}, ${AMOUNTS})
    select organization_id, scope, scope_id, period, ${COUNTED_KIND}, sum(runs), sum(duration_seconds), sum(cost_minor)
    from taken ${WHERE_COUNTED} and exists (select from organizations o where o.id = organization_id)
    ${GROUP}
    having sum(runs) <> 0 or sum(duration_seconds) <> 0 or sum(cost_minor) <> 0
    on conflict (scope, scope_id, period, ${KIND}) do update set runs = c.runs + excluded.runs,
      duration_seconds = c.duration_seconds + excluded.duration_seconds, cost_minor = c.cost_minor + excluded.cost_minor
  )
  select count(*) from taken into summed;
  return summed;
end
$$;
`;

const TRIGGERS = `
create or replace function append_run_count(run call_runs, sign integer) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into run_count_changes (organization_id, agent_id, campaign_id, ${KIND}, ${AMOUNTS})
  select run.organization_id, run.agent_id, run.campaign_id, ${kindOf("run")},
    sign, sign * coalesce(run.duration_seconds, 0), sign * coalesce(run.cost_minor, 0)
  returning id
$$;

drop trigger count_run_changed on call_runs;
create trigger count_run_changed after update on call_runs for each row when (
  (${kindOf("old")}, old.organization_id, old.agent_id, old.campaign_id, old.duration_seconds, old.cost_minor)
  is distinct from
  (${kindOf("new")}, new.organization_id, new.agent_id, new.campaign_id, new.duration_seconds, new.cost_minor)
) execute function count_run();
`;

const RECOUNTING = `
create or replace function platform_recount_runs() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table call_runs in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('run_counts', 0));
  delete from run_count_changes;
  delete from run_counts;
  with counted (organization_id, agent_id, campaign_id, ${KIND}, ${AMOUNTS}) as (
    select r.organization_id, r.agent_id, r.campaign_id, ${kindOf("r")},
      count(*), coalesce(sum(r.duration_seconds), 0), coalesce(sum(r.cost_minor), 0)
    from call_runs r group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  )
  insert into run_counts (organization_id, scope, scope_id, period, ${KIND}, ${AMOUNTS})
  select organization_id, scope, scope_id, period, ${COUNTED_KIND}, sum(runs), sum(duration_seconds), sum(cost_minor)
  from counted ${WHERE_COUNTED}
  ${GROUP};
end
$$;
`;

const INDEXES = `
create index campaigns_not_over on campaigns (organization_id, state) where state in ('running','paused','failed');
create index documents_failed on documents (organization_id, updated_at desc)
  where processing_error is not null and deleted_at is null and duplicate_of is null;
create index timeline_events_campaign on timeline_events (campaign_id, id desc)
  where kind = 'campaign' and campaign_id is not null;
create index timeline_events_document on timeline_events (organization_id, (payload ->> 'document_uuid'), id desc)
  where kind = 'document';
`;
