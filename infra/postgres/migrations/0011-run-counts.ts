import { type Kysely, sql } from "kysely";

/**
 * How many runs there are of each kind, kept as they change: lists of a million runs tell their totals without counting
 * them.
 *
 * A run that is made, ends or goes appends to `run_count_changes`; now and then whoever appends sums them up into
 * `run_counts`. Counting in place would make all calls of an organization wait for one row, and so for each other's
 * transactions; appended rows wait for nobody. A total is the sum over both tables in one statement: exact, always.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, SUMMING, TRIGGERS, RECOUNTING]) await sql.raw(part).execute(db);
  await sql`select platform_recount_runs()`.execute(db);
};

/** What runs are told apart by; the currency too, because money of different ones is not added. */
const KIND = "starts_at, is_over, conclusion, direction, channel, currency";
const AMOUNTS = "runs, duration_seconds, cost_minor";

const kindOf = (run: string): string => `
  date_trunc('hour', ${run}.created_at, 'UTC'),
  ${run}.state in ('completed','failed','canceled','blocked'),
  coalesce(${run}.disposition, ${run}.outcome),
  ${run}.direction,
  case when ${run}.mode in ('smallwebrtc','webrtc') then 'web' when ${run}.mode = 'textchat' then 'chat' else 'telephony' end,
  ${run}.currency`;

const TABLES = `
create table run_counts (
  organization_id bigint not null references organizations on delete cascade,
  -- every run is counted for its organization, its agent and its campaign
  scope text not null check (scope in ('organization','agent','campaign')),
  scope_id bigint not null,
  -- of the creation, in UTC: whole days for most of a range, hours for the days in which it begins and ends
  period text not null check (period in ('day','hour')),
  starts_at timestamptz not null,
  is_over boolean not null,
  conclusion text,
  direction text not null,
  channel text not null,
  currency text,
  runs bigint not null,
  duration_seconds bigint not null,
  cost_minor bigint not null,
  unique nulls not distinct (scope, scope_id, period, ${KIND})
);

-- No foreign keys, which every call would pay for: changes of an organization that is gone are dropped in summing up.
create table run_count_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  agent_id bigint not null,
  campaign_id bigint,
  -- the hour of the creation
  starts_at timestamptz not null,
  is_over boolean not null,
  conclusion text,
  direction text not null,
  channel text not null,
  currency text,
  runs bigint not null,
  duration_seconds bigint not null,
  cost_minor bigint not null
);
create index run_count_changes_organization on run_count_changes (organization_id);

do $$ declare t text; begin
  foreach t in array array['run_counts','run_count_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
`;

/** The rows as they are counted: each in every scope and period. */
const WHERE_COUNTED = `
  cross join lateral (values ('organization', organization_id), ('agent', agent_id), ('campaign', campaign_id))
    as scopes (scope, scope_id)
  cross join (values ('day'), ('hour')) as periods (period)
  where scope_id is not null`;
const COUNTED_KIND = KIND.replace("starts_at", "date_trunc(period, starts_at, 'UTC')");
const GROUP =
  "group by organization_id, scope, scope_id, period, date_trunc(period, starts_at, 'UTC'), is_over, conclusion, direction, channel, currency";

// One process at a time sums up, the others go on: nobody ever waits for a row of run_counts.
const SUMMING = `
create function platform_sum_run_counts() returns bigint
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

// An update that changes nothing that is counted does not even call the function.
const TRIGGERS = `
create function append_run_count(run call_runs, sign integer) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into run_count_changes (organization_id, agent_id, campaign_id, ${KIND}, ${AMOUNTS})
  select run.organization_id, run.agent_id, run.campaign_id, ${kindOf("run")},
    sign, sign * coalesce(run.duration_seconds, 0), sign * coalesce(run.cost_minor, 0)
  returning id
$$;

create function count_run() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare newest bigint;
begin
  if tg_op <> 'INSERT' then
    newest := append_run_count(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    newest := append_run_count(new, 1);
  end if;
  if newest % 512 >= 510 then
    perform platform_sum_run_counts();
  end if;
  return null;
end
$$;

create trigger count_run_made_or_gone after insert or delete on call_runs for each row execute function count_run();
create trigger count_run_changed after update on call_runs for each row when (
  (${kindOf("old")}, old.organization_id, old.agent_id, old.campaign_id, old.duration_seconds, old.cost_minor)
  is distinct from
  (${kindOf("new")}, new.organization_id, new.agent_id, new.campaign_id, new.duration_seconds, new.cost_minor)
) execute function count_run();
`;

const RECOUNTING = `
create function platform_recount_runs() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table call_runs in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('run_counts', 0));
  delete from run_count_changes;
  delete from run_counts;
  with counted (organization_id, agent_id, campaign_id, ${KIND}, ${AMOUNTS}) as (
    select r.organization_id, r.agent_id, r.campaign_id, ${kindOf("r")},
      count(*), coalesce(sum(r.duration_seconds), 0), coalesce(sum(r.cost_minor), 0)
    from call_runs r group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  )
  insert into run_counts (organization_id, scope, scope_id, period, ${KIND}, ${AMOUNTS})
  select organization_id, scope, scope_id, period, ${COUNTED_KIND}, sum(runs), sum(duration_seconds), sum(cost_minor)
  from counted ${WHERE_COUNTED}
  ${GROUP};
end
$$;
revoke execute on function platform_recount_runs() from public;
`;
