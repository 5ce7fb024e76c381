import { type Kysely, sql } from "kysely";

/** Up to which act the operator's collector has them all. It is the installation's, and no organization's. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(STATEMENTS).execute(db);
};

const STATEMENTS = `
create table acts_sent (
  receiver text primary key,
  act_id bigint not null,
  sent_at timestamptz not null default now()
);
alter table acts_sent enable row level security;
create policy nobody on acts_sent to ringdown_app using (false);

create function platform_last_act()
returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(max(id), 0) from acts
$$;

-- The next acts of all organizations, up to one.
create function platform_acts_to_send(to_receiver text, up_to bigint, at_most integer)
returns table(id bigint, organization_id bigint, uuid uuid, at timestamptz, kind text, actor text, user_id bigint, operation text,
  subject jsonb, address text, user_agent text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.organization_id, a.uuid, a.at, a.kind, a.actor, a.user_id, a.operation, a.subject, a.address, a.user_agent
  from acts a
  where a.id > coalesce((select s.act_id from acts_sent s where s.receiver = to_receiver), 0) and a.id <= up_to
  order by a.id limit at_most
$$;

create function platform_note_acts_sent(to_receiver text, up_to bigint)
returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into acts_sent (receiver, act_id) values (to_receiver, up_to)
  on conflict (receiver) do update set act_id = greatest(acts_sent.act_id, excluded.act_id), sent_at = now()
$$;
`;
