import { sql } from "kysely";
import { type FoundWords, searchSpokenWords } from "../../application/conversation/search-spoken-words.ts";
import { type RunFilter, readDaysInZone } from "../../infra/postgres/call/run-filters.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { asSearchUnavailable } from "../as-search-unavailable.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { searchCallsQuery } from "./call-search.schemas.ts";
import { requireUsageSubjects } from "./list-usage.ts";
import { listQueryFilters } from "./run-query.schemas.ts";

type Input = OperationInput<{ query: typeof searchCallsQuery }>;

/** Searches what was said; calls of the organization alone, and no words that were deleted since. */
export const searchCalls = async (context: OperationContext, { query }: Input) => {
  const filters = await context.inOrganization(async (tx) => {
    await requireUsageSubjects(tx, query);
    return readDaysInZone(tx, listFilters(query));
  });
  const search = { text: query.q, agentId: query.workflow_id ?? null, filters, limit: query.limit };
  const { found, isCut } = await searchSpokenWords(context, context.actor.organizationId, search).catch(
    asSearchUnavailable,
  );
  const rows = await context.inOrganization((tx) => readCalls(tx, found));
  return {
    calls: found.flatMap(({ runId, entryId, ...words }) => {
      const row = rows.calls.get(runId);
      if (!row) return [];
      const saidAt = entryId === null ? null : (rows.saidAt.get(entryId) ?? null);
      return [{ ...row, ...words, entry_id: entryId, said_at: saidAt }];
    }),
    is_cut: isCut,
  };
};

const listFilters = ({ workflow_id: agentId, campaign_id: campaignId, ...query }: Input["query"]): RunFilter[] => [
  ...(agentId === undefined ? [] : [{ attribute: "workflowId" as const, value: { value: agentId } }]),
  ...(campaignId === undefined ? [] : [{ attribute: "campaignId" as const, value: { value: campaignId } }]),
  ...listQueryFilters(query),
];

const readCalls = async (tx: OrganizationTransaction, found: readonly FoundWords[]) => {
  const runIds = found.map(({ runId }) => runId);
  const entryIds = found.flatMap(({ entryId }) => entryId ?? []);
  const rows = await tx
    .selectFrom("call_runs as r")
    .innerJoin("agents as a", "a.id", "r.agent_id")
    .select(["r.id as workflow_run_id", "r.agent_id as workflow_id", "a.name as workflow_name", "r.campaign_id"])
    .select(["r.name", "r.mode", "r.state", "r.outcome", "r.direction as call_type", "r.environment"])
    .select(["r.caller_number", "r.called_number", "r.created_at"])
    .where("r.id", "=", sql<number>`any(${runIds}::bigint[])`)
    .execute();
  const entries = await tx
    .selectFrom("conversation_entries")
    .select(["id", "at"])
    .where("run_id", "=", sql<number>`any(${runIds}::bigint[])`)
    .where("id", "=", sql<number>`any(${entryIds}::bigint[])`)
    .execute();
  return {
    calls: new Map(rows.map((row) => [row.workflow_run_id, row])),
    saidAt: new Map(entries.map(({ id, at }) => [id, at])),
  };
};
