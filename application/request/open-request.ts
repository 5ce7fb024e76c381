import { sql } from "kysely";
import type { RequestFollowUp, RequestKind } from "../../domain/request/request.rules.ts";
import { computeOpenSeconds } from "../../domain/request/request-expiry.rules.ts";
import type { RequestSubject } from "../../domain/request/request-subject.ts";
import { shortenSummary } from "../../domain/timeline/shorten-summary.ts";
import type { TimelineKind } from "../../domain/timeline/timeline-kinds.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { lockExclusively } from "../../infra/postgres/locks.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";

/** The origin and the addressees of a request. */
export interface RequestOrigin {
  organizationId: number;
  /** The same for every try at opening this request, and for no other: a repetition after a crash finds the request. */
  requestKey: string;
  /** `agent:3`, `assistant` or `system`. */
  actor: string;
  agentId?: number | null;
  runId?: number | null;
  /** The channel whose members see it first; default: the agent's. */
  channelId?: number | null;
  threadId?: string | null;
  /** A workflow that waits for the answer: it gets the signal `requestSettledSignal` when the row is settled. */
  waitingWorkflowId?: string | null;
  /** The deadline: at most 24 hours, for a secret 15 minutes. */
  expiresInSeconds?: number;
  /** The handling of an answer that comes after the call. */
  followUp?: RequestFollowUp;
  /** How long a live call waits for the answer. */
  waitSeconds?: number;
}

const EVENT_KINDS: Record<RequestKind, TimelineKind> = {
  question: "question",
  action: "action_proposed",
  edit: "edit_proposed",
  secret: "secret_requested",
};

/**
 * Opens a request: its row and the event that people answer, in the caller's transaction. The caller then starts its workflow
 * (`requestStartOptions`); after a crash in between, maintenance does. A repeated key returns the existing row and adds no event.
 */
export const openRequest = async (
  tx: OrganizationTransaction,
  origin: RequestOrigin,
  request: RequestSubject,
): Promise<RequestRow> => {
  const { organizationId, requestKey } = origin;
  const { kind, subject } = request;
  // Of two simultaneous tries the second finds the first one's row.
  await lockExclusively(tx, `request:${organizationId}:${requestKey}`);
  const known = await tx.selectFrom("requests").selectAll().where("request_key", "=", requestKey).executeTakeFirst();
  if (known) return known;
  const { expiresAt, waitUntil } = await deadlines(tx, { ...origin, kind });
  const eventId = await recordTimeline(tx, {
    organizationId,
    kind: EVENT_KINDS[kind],
    actor: origin.actor,
    summary: summaryOf(request),
    payload: { ...subject, expires_at: expiresAt.toISOString() },
    agentId: origin.agentId ?? null,
    runId: origin.runId ?? null,
    ...(origin.channelId !== undefined && { channelId: origin.channelId }),
    threadId: origin.threadId ?? null,
  });
  return tx
    .insertInto("requests")
    .values(({ selectFrom }) => ({
      organization_id: organizationId,
      request_key: requestKey,
      kind,
      event_id: eventId,
      agent_id: origin.agentId ?? null,
      run_id: origin.runId ?? null,
      folder_id: selectFrom("timeline_events").select("folder_id").where("id", "=", eventId),
      thread_id: origin.threadId ?? null,
      subject: { ...subject },
      follow_up: origin.followUp ?? "nothing",
      waiting_workflow_id: origin.waitingWorkflowId ?? null,
      wait_until: waitUntil,
      expires_at: expiresAt,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Deadlines use the database's clock, which also decides about them later. */
const deadlines = async (
  tx: OrganizationTransaction,
  {
    kind,
    expiresInSeconds,
    waitSeconds,
  }: Pick<RequestOrigin, "expiresInSeconds" | "waitSeconds"> & { kind: RequestKind },
): Promise<{ expiresAt: Date; waitUntil: Date | null }> => {
  const { rows } = await sql<{ expires_at: Date; wait_until: Date | null }>`
    select clock_timestamp() + make_interval(secs => ${computeOpenSeconds(kind, expiresInSeconds)}) as expires_at,
      clock_timestamp() + make_interval(secs => ${waitSeconds ?? null}::float8) as wait_until`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("the database returned no time");
  return { expiresAt: row.expires_at, waitUntil: row.wait_until };
};

const summaryOf = (request: RequestSubject): string => shortenSummary(sentenceOf(request));

const sentenceOf = (request: RequestSubject): string => {
  switch (request.kind) {
    case "question":
      return request.subject.text;
    case "action":
      return `${request.subject.tool_name}: ${request.subject.summary}`;
    case "edit":
      return `A change is proposed: ${request.subject.reason}`;
    case "secret":
      return `A key is needed: ${request.subject.name}. ${request.subject.why}`;
  }
};
