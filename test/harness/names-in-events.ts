import { type Kysely, sql } from "kysely";
import type { Tables } from "../../infra/postgres/tables.ts";

/**
 * Throws where the data of an event has a field in another spelling than snake_case, whichever test of the file wrote it. The
 * fields of a deliverable are named by whoever made the agent.
 */
export const requireSnakeCaseInEvents = async (db: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ kind: string; name: string }>`
    select distinct e.kind, name
    from timeline_events e,
      jsonb_path_query(e.payload - 'fields', 'strict $.**') as node,
      jsonb_object_keys(case jsonb_typeof(node) when 'object' then node else '{}' end) as name
    where name !~ '^[a-z][a-z0-9_]*$'
    union
    select distinct 'log of a campaign', name
    from campaign_logs l,
      jsonb_path_query(l.details, 'strict $.**') as node,
      jsonb_object_keys(case jsonb_typeof(node) when 'object' then node else '{}' end) as name
    where name !~ '^[a-z][a-z0-9_]*$'`.execute(db);
  if (rows.length === 0) return;
  const found = rows.map(({ kind, name }) => `${name} (${kind})`);
  throw new Error(`Fields of an event's data are in snake_case, and not ${found.join(", ")}`);
};
