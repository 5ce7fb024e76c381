import { type Kysely, sql } from "kysely";

/** The browsers and networks from which a person has logged in: strangers who guess the password do not lock these out. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLE, FUNCTIONS]) await sql.raw(part).execute(db);
};

// Rows belong to people, not to organizations, and are reached through the functions alone.
const TABLE = `
create table known_places (
  user_id bigint not null references users on delete cascade,
  place bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, place)
);
alter table known_places enable row level security;
create policy nobody on known_places to ringdown_app using (false);
`;

const FUNCTIONS = `
create function auth_knows_place(person bigint, places bytea[], since timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from known_places k where k.user_id = person and k.place = any(places) and k.seen_at > since)
$$;

-- Keeps the newest fifty places of a person.
create function auth_remember_place(person bigint, new_place bytea, at timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into known_places (user_id, place, seen_at) values (person, new_place, at)
  on conflict (user_id, place) do update set seen_at = excluded.seen_at;
  delete from known_places where user_id = person and place in (
    select k.place from known_places k where k.user_id = person order by k.seen_at desc offset 50
  );
$$;
`;
