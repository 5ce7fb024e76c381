import { sql } from "kysely";
import { cutText } from "../../../domain/json/storable.ts";
import { decideRequestStep, type RequestKind, type RequestStep } from "../../../domain/request/request.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { RequestRow } from "./request.entity.ts";

export type LockedRequest = RequestRow & { is_expired: boolean; seconds_left: number };

/** Locks a request until the transaction ends, and reads its deadlines by the database's clock. */
export const lockRequest = (tx: OrganizationTransaction, id: number): Promise<LockedRequest | undefined> =>
  tx
    .selectFrom("requests")
    .selectAll()
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as("is_expired"))
    .select(sql<number>`greatest(extract(epoch from expires_at - clock_timestamp()), 0)::float8`.as("seconds_left"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const readRequestStep = (row: LockedRequest): RequestStep =>
  decideRequestStep({
    state: row.state,
    decision: row.decision,
    isExpired: row.is_expired,
    isCarriedOut: row.carried_out_at !== null,
    isUndoAsked: row.undone_at !== null,
    isUndoCarriedOut: row.undo_carried_out_at !== null,
    isTold: row.told_at !== null,
  });

/** Expires a request that nobody answered in time. The caller has locked the row. */
export const expireRequest = async (tx: OrganizationTransaction, row: LockedRequest): Promise<void> => {
  const expired = await tx
    .updateTable("requests")
    .set({ state: "expired" })
    .where("id", "=", row.id)
    .where("state", "=", "open")
    .where("expires_at", "<=", sql<Date>`clock_timestamp()`)
    .returning("id")
    .executeTakeFirst();
  if (!expired) return;
  await recordTimeline(tx, {
    organizationId: row.organization_id,
    kind: "system",
    actor: "system",
    summary: `Nobody answered in time: ${readRequestWords(row)}`,
    payload: { event_id: row.event_id, request: "expired", kind: row.kind },
    agentId: row.agent_id,
    runId: row.run_id,
    channelId: row.folder_id,
    threadId: row.thread_id,
  });
};

/** Returns the text of a request's subject. */
export const readRequestWords = ({ subject }: Pick<RequestRow, "subject">): string => {
  for (const field of ["text", "summary", "reason", "name"]) {
    const words = subject[field];
    if (typeof words === "string" && words !== "") return cutText(words, 200);
  }
  return "a request";
};

export const finishRequest = (tx: OrganizationTransaction, id: number) =>
  tx
    .updateTable("requests")
    .set({ finished_at: sql<Date>`coalesce(finished_at, now())` })
    .where("id", "=", id)
    .execute();

export const markReported = (tx: OrganizationTransaction, id: number) =>
  tx.updateTable("requests").set({ told_at: sql<Date>`coalesce(told_at, now())` }).where("id", "=", id).execute();

export interface UnfinishedRequest {
  id: number;
  organization_id: number;
  kind: RequestKind;
  agent_id: number | null;
}

interface PageOfRequests {
  olderThanSeconds: number;
  afterId: number;
  limit: number;
}

/** Lists requests of every organization that were answered or undone, and whose workflow has work left. */
export const listUnheardAnswers = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: PageOfRequests,
): Promise<UnfinishedRequest[]> => {
  const { rows } = await sql<UnfinishedRequest>`
    select * from platform_unheard_answers(make_interval(secs => ${olderThanSeconds}), ${afterId})
    limit ${limit}`.execute(withoutOrganization);
  return rows;
};

/** Lists requests of every organization that are open, or settled with work left. */
export const listUnfinishedRequests = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: PageOfRequests,
): Promise<UnfinishedRequest[]> => {
  const { rows } = await sql<UnfinishedRequest>`
    select * from platform_unfinished_requests(make_interval(secs => ${olderThanSeconds}), ${afterId})
    limit ${limit}`.execute(withoutOrganization);
  return rows;
};
