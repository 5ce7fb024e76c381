import { sql } from "kysely";
import type { Database } from "../database.ts";

export interface UnfinishedRun {
  id: number;
  organization_id: number;
  uuid: string;
  campaign_id: number | null;
  shard_id: string | null;
  name: string;
  agent_id: number;
  environment: string;
}

/**
 * Lists runs of all organizations that a workflow must own: dialled ones that are not over, and queued ones of
 * campaigns, for more than `olderThanSeconds`. Returns one page after the run `afterId`, in the order of ids.
 */
export const listUnfinishedRuns = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<UnfinishedRun[]> => {
  const { rows } = await sql<UnfinishedRun>`
    select * from platform_unfinished_runs(make_interval(secs => ${olderThanSeconds}), ${afterId}, ${limit})
  `.execute(withoutOrganization);
  return rows;
};
