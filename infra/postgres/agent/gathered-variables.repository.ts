import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

interface GatheredVariable {
  name: string;
  type: "string" | "number" | "boolean";
}

/** More would fill no menu. */
const MOST_VARIABLES = 500;

/** Lists what the published versions of active agents gather, by name; a name with two types is listed with each. */
export const listGatheredVariables = async (tx: OrganizationTransaction): Promise<GatheredVariable[]> => {
  const { rows } = await sql<GatheredVariable>`
    select distinct v ->> 'name' as name,
      case when v ->> 'type' in ('number', 'boolean') then v ->> 'type' else 'string' end as type
    from agents a
    join agent_versions published on published.id = a.published_version_id
    cross join lateral jsonb_path_query(published.definition, '$.nodes[*].data.extraction_variables[*]') v
    where a.status = 'active' and v ->> 'name' <> ''
    order by 1, 2 limit ${MOST_VARIABLES}`.execute(tx);
  return rows;
};
