import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { NationalList } from "./national-list.entity.ts";

export type UnfinishedNationalList = Pick<NationalList, "organization_id" | "id" | "source" | "state">;

/**
 * Lists national lists of every organization, requested this long ago, that are still to be loaded or emptied, by id.
 */
export const listUnfinishedNationalLists = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<UnfinishedNationalList[]> => {
  const { rows } = await sql<UnfinishedNationalList>`
    select * from platform_unfinished_national_lists(make_interval(secs => ${olderThanSeconds}), ${afterId}, ${limit})
  `.execute(withoutOrganization);
  return rows;
};
