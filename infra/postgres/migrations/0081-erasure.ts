import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Erasures of people, the marks by which an erased number is known again, and what blots names out of text. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["person_erasures"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
create table person_erasures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- of the request that asked for it
  uuid uuid not null unique,
  reason text not null,
  keep_do_not_call boolean not null,
  state text not null default 'running' check (state in ('running', 'done')),
  -- the step that is under way; null: none has begun, or all are done
  step text,
  -- JSON, sealed for "person-erasure:<uuid>": numbers, addresses and names; null: it is done
  person_sealed bytea,
  -- ids of what was found
  found jsonb not null default '{}',
  -- by place: how many rows or objects were removed or emptied
  receipt jsonb not null default '{}',
  -- of the numbers and addresses
  marks text[] not null default '{}',
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index person_erasures_organization on person_erasures (organization_id, created_at desc, id desc);
create index person_erasures_unfinished on person_erasures (created_at) where state = 'running';

-- Nobody reads the keys but the function that makes marks.
create table privacy_keys (
  organization bigint primary key references organizations on delete cascade,
  -- the key of HMAC-SHA256, as its two passes take it
  inner_pad bytea not null,
  outer_pad bytea not null
);
alter table privacy_keys enable row level security;
create policy nobody on privacy_keys to ringdown_app using (false);
`;

const FUNCTIONS = `
create function platform_make_privacy_key(organization bigint, inner_pad bytea, outer_pad bytea)
returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into privacy_keys (organization, inner_pad, outer_pad) values ($1, $2, $3)
  on conflict do nothing
$$;

-- What stands for an erased number or address of an organization. Nobody marks for another organization.
create function person_mark(organization bigint, person text)
returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select case when person like 'erased:%' then person else 'erased:' ||
    encode(sha256(k.outer_pad || sha256(k.inner_pad || convert_to(person, 'UTF8'))), 'hex') end
  from privacy_keys k
  where k.organization = $1
    and $1 = nullif(current_setting('app.organization_id', true), '')::bigint
$$;

create function blot_text(value text, pattern text)
returns text
language sql immutable parallel safe as $$ select regexp_replace(value, pattern, '[erased]', 'gi') $$;

-- Keys, strings and numbers alike.
create function blot_json(value jsonb, pattern text)
returns jsonb
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  case jsonb_typeof(value)
    when 'string' then return to_jsonb(blot_text(value #>> '{}', pattern));
    when 'number' then
      return case when (value #>> '{}') ~* pattern then to_jsonb('[erased]'::text) else value end;
    when 'array' then
      return coalesce((select jsonb_agg(blot_json(element, pattern) order by place)
        from jsonb_array_elements(value) with ordinality as elements (element, place)), value);
    when 'object' then
      return coalesce((select jsonb_object_agg(blot_text(key, pattern), blot_json(element, pattern))
        from jsonb_each(value) as elements (key, element)), value);
    else return value;
  end case;
end
$$;

-- The one change that an act ever sees: the paths of requests may name a person.
create function erase_from_acts(pattern text)
returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with blotted as (
    update acts set subject = blot_json(subject, pattern)
    where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint and subject::text ~* pattern
    returning id
  )
  select count(*) from blotted
$$;

create function platform_unfinished_erasures(older_than interval)
returns table(organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.uuid from person_erasures e
  where e.state = 'running' and e.created_at < now() - older_than order by e.id
$$;
`;
