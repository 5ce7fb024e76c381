import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** What witnesses have signed of each record. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["record_witnesses"]);
};

const TABLES = `
create table record_witnesses (
  organization_id bigint references organizations on delete cascade,
  -- its name and the id of its key
  witness text,
  -- the size of the largest tree that it has seen of this record
  size bigint not null,
  -- the note of that size with its cosignature; null: it has cosigned none yet
  note text,
  cosigned_at timestamptz,
  -- why it does not cosign the newest one; null: it does, or was not reached
  refusal text,
  primary key (organization_id, witness)
);

-- Every witness that is configured has signed everything below.
alter table record_trees add column cosigned_size bigint not null default 0;
create index record_trees_uncosigned on record_trees (organization_id) where cosigned_size < published_size;

create function platform_uncosigned_records()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.organization_id from record_trees t where t.cosigned_size < t.published_size order by t.organization_id
$$;
`;
