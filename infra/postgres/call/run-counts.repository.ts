import { type RawBuilder, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { KeptPart } from "./kept-totals.ts";
import type { RunScope } from "./run-selection.ts";

/** Sums of runs with one currency, or with none. */
export interface RunSums {
  currency: string | null;
  runs: number;
  seconds: number;
  cost_minor: number;
}

/**
 * Reads the stored counts of a part, with the changes that are not summed up yet: exact at the moment of the statement.
 */
export const readKeptSums = async (
  tx: OrganizationTransaction,
  { scope, conditions, periods, span }: KeptPart,
): Promise<RunSums[]> => {
  const where = sql.join([sql`true`, ...conditions], sql` and `);
  const { rows } = await sql<RunSums>`
    select currency, sum(runs) as runs, sum(duration_seconds) as seconds, sum(cost_minor) as cost_minor from (
      select currency, runs, duration_seconds, cost_minor from run_counts
      where ${countsOf(scope)} and ${periods} and ${where}
      union all
      select currency, runs, duration_seconds, cost_minor from run_count_changes
      where ${changesOf(scope)} and ${span} and ${where}
    ) kept group by currency`.execute(tx);
  return rows;
};

/** Reads the organization of the transaction. */
const currentOrganization = sql<number>`nullif(current_setting('app.organization_id', true), '')::bigint`;

const countsOf = (scope: RunScope): RawBuilder<unknown> => {
  if ("agentId" in scope) return sql`scope = 'agent' and scope_id = ${scope.agentId}`;
  if ("campaignId" in scope) return sql`scope = 'campaign' and scope_id = ${scope.campaignId}`;
  return sql`scope = 'organization' and scope_id = ${currentOrganization}`;
};

const changesOf = (scope: RunScope): RawBuilder<unknown> => {
  if ("agentId" in scope) return sql`agent_id = ${scope.agentId}`;
  if ("campaignId" in scope) return sql`campaign_id = ${scope.campaignId}`;
  return sql`true`;
};

/** Counts the runs of the agent in a query on `agents`. */
export const runsOfAgent = sql<number>`(
  coalesce((select sum(c.runs) from run_counts c where c.scope = 'agent' and c.scope_id = agents.id and c.period = 'day'), 0)
  + coalesce((select sum(c.runs) from run_count_changes c where c.agent_id = agents.id), 0))::bigint`;
