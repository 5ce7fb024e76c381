import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** Returns the variables that are missing or empty for at least one contact of a list. */
export const findMissingVariables = async (
  tx: OrganizationTransaction,
  contactListId: number,
  variables: readonly string[],
): Promise<string[]> => {
  if (variables.length === 0) return [];
  const { rows } = await sql<{ variable: string }>`
    select variable from unnest(${variables}::text[]) as variable
    where exists (
      select from contacts c where c.contact_list_id = ${contactListId}
        and coalesce(
          case variable when 'phone_number' then c.phone_number when 'name' then c.name end,
          c.attributes ->> variable, c.attributes #>> string_to_array(variable, '.'), '') = ''
    )
    order by variable`.execute(tx);
  return rows.map(({ variable }) => variable);
};
