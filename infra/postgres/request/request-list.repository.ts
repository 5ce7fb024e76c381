import { sql } from "kysely";
import { isRehearsalOver, type RehearsalState } from "../../../domain/rehearsal/rehearsal.rules.ts";
import { ANSWERABLE_STATE, type RequestKind, type RequestState } from "../../../domain/request/request.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { countToLastPage } from "../last-page.ts";
import type { RequestRow } from "./request.entity.ts";
import { readActorName, selectAnswerable } from "./settle-request.ts";

export interface RequestFilter {
  state: RequestState;
  kind?: RequestKind | undefined;
  agentId?: number | undefined;
  eventId?: number | undefined;
}

export type ListedRequest = RequestRow & {
  agent_name: string | null;
  /** The name of the person who settled it. */
  settled_by_name: string | null;
  /** The newest rehearsal of the draft that an edit proposes; null: there is none, or it is no edit. */
  rehearsal: RehearsalOfEdit | null;
};

export interface RehearsalOfEdit {
  id: number;
  state: RehearsalState;
  /** Null while it is under way. */
  passed: boolean | null;
  ended_at: Date | null;
}

/** Returns one page of requests: open ones by their deadline, the others newest first; and the total number. */
export const listRequests = async (
  tx: OrganizationTransaction,
  filter: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedRequest[]; total: number }> => {
  const matching = selectMatching(tx, filter);
  const isOpen = filter.state === "open";
  const rows = await matching
    .leftJoin("agents", "agents.id", "requests.agent_id")
    .selectAll("requests")
    .select("agents.name as agent_name")
    .orderBy(isOpen ? "requests.expires_at" : "requests.event_id", isOpen ? "asc" : "desc")
    .orderBy("requests.id")
    .limit(limit)
    .offset(offset)
    .execute();
  const names = await namesOf(
    tx,
    rows.map(({ settled_by }) => settled_by),
  );
  return {
    rows: await withRehearsals(
      tx,
      rows.map((row) => ({ ...row, settled_by_name: names.get(row.settled_by) ?? null })),
    ),
    total: countToLastPage(rows.length, { limit, offset }) ?? (await countRequests(tx, filter)),
  };
};

const withRehearsals = async (
  tx: OrganizationTransaction,
  rows: readonly Omit<ListedRequest, "rehearsal">[],
): Promise<ListedRequest[]> => {
  const agents = [...new Set(rows.flatMap(({ kind, agent_id: id }) => (kind === "edit" && id !== null ? [id] : [])))];
  if (agents.length === 0) return rows.map((row) => ({ ...row, rehearsal: null }));
  const rehearsals = await tx
    .selectFrom("rehearsals as r")
    .distinctOn(["r.agent_id", "r.version_number"])
    .select(["r.id", "r.agent_id", "r.version_number", "r.state", "r.ended_at"])
    .select(
      sql<boolean>`not exists (select from rehearsal_conversations x where x.rehearsal_id = r.id and x.state <> 'green')`.as(
        "passed",
      ),
    )
    .where("r.agent_id", "in", agents)
    .orderBy("r.agent_id")
    .orderBy("r.version_number")
    .orderBy("r.id", "desc")
    .execute();
  return rows.map((row) => {
    const found = rehearsals.find(
      (each) => each.agent_id === row.agent_id && each.version_number === row.subject["draft_version"],
    );
    if (row.kind !== "edit" || !found) return { ...row, rehearsal: null };
    const { id, state, ended_at, passed } = found;
    return { ...row, rehearsal: { id, state, ended_at, passed: isRehearsalOver(state) ? passed : null } };
  });
};

export const countRequests = async (tx: OrganizationTransaction, filter: RequestFilter): Promise<number> => {
  const { total } = await selectMatching(tx, filter)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** An expired request does not count as open, even while its workflow has not stored that yet. */
const selectMatching = (tx: OrganizationTransaction, { state, kind, agentId, eventId }: RequestFilter) => {
  let query = tx.selectFrom("requests").where("requests.state", "=", state);
  if (state === ANSWERABLE_STATE) query = query.where(selectAnswerable("requests"));
  if (kind !== undefined) query = query.where("requests.kind", "=", kind);
  if (agentId !== undefined) query = query.where("requests.agent_id", "=", agentId);
  if (eventId !== undefined) query = query.where("requests.event_id", "=", eventId);
  return query;
};

const namesOf = async (
  tx: OrganizationTransaction,
  actors: readonly (string | null)[],
): Promise<Map<string | null, string>> => {
  const names = new Map<string | null, string>();
  for (const actor of new Set(actors)) if (actor !== null) names.set(actor, await readActorName(tx, actor));
  return names;
};

/** Finds the tool call of a proposed action, its arguments sealed; undefined for other requests. */
export const findProposedCall = (tx: OrganizationTransaction, eventId: number) =>
  tx
    .selectFrom("requests")
    .innerJoin("tool_calls", "tool_calls.uuid", "requests.tool_call_id")
    .select(["tool_calls.uuid", "tool_calls.arguments_sealed"])
    .where("requests.event_id", "=", eventId)
    .where("requests.kind", "=", "action")
    .executeTakeFirst();
