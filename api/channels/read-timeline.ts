import type { z } from "zod";
import { chooseFeedOrder } from "../../domain/timeline/feed-page.ts";
import { presentTimelineEvent } from "../../domain/timeline/present-event.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readTimelinePage } from "../../infra/postgres/timeline/timeline-page.repository.ts";
import { notFound } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { channelNotFound } from "./channels.errors.ts";
import type { timelineQuery, timelineStreamQuery } from "./channels.schemas.ts";

type Query = z.output<typeof timelineQuery>;

/**
 * Reads the feed in its order. The cursor works in either direction:
 * `before_at` and `before_id` are the last event of the page.
 */
export const readTimeline = (context: OperationContext, { query }: OperationInput<{ query: typeof timelineQuery }>) =>
  context.inOrganization(async (tx) => {
    await requireTimelineSubjects(tx, query);
    const { events, hasMore } = await readTimelinePage(
      tx,
      {
        ...toTimelineFilter(query),
        from: query.from,
        to: query.to,
        withTranscripts: query.include_transcripts,
      },
      {
        order: chooseFeedOrder({ runId: query.workflow_run_id }),
        limit: query.limit,
        after: query.before_at && { at: query.before_at, id: query.before_id },
      },
    );
    const last = hasMore ? events.at(-1) : undefined;
    return {
      events: events.map(presentTimelineEvent),
      next_before_at: last?.at ?? null,
      next_before_id: last?.id ?? null,
      truncated: hasMore,
    };
  });

export const toTimelineFilter = (query: z.output<typeof timelineStreamQuery>) => ({
  agentId: query.workflow_id,
  runId: query.workflow_run_id,
  channelId: query.folder_id,
  threadId: query.thread_id,
  kinds: query.kinds,
  assistantOnly: query.assistant,
  deliverablesOnly: query.deliverables_only,
  campaignId: query.campaign_id,
  actor: query.actor,
  words: query.q?.split(/\s+/),
});

/** Throws for unknown subjects, because a mistyped id must not give an empty feed. */
export const requireTimelineSubjects = async (
  tx: OrganizationTransaction,
  query: Pick<Query, "workflow_id" | "workflow_run_id" | "folder_id" | "thread_id" | "campaign_id">,
): Promise<void> => {
  const exists = async (table: "agents" | "call_runs" | "folders" | "campaigns", id: number | undefined) =>
    id === undefined || (await tx.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
  if (!(await exists("agents", query.workflow_id))) throw notFound("Agent");
  if (!(await exists("call_runs", query.workflow_run_id))) throw notFound("Call");
  if (!(await exists("campaigns", query.campaign_id))) throw notFound("Campaign");
  if (!(await exists("folders", query.folder_id))) throw channelNotFound();
  if (query.thread_id !== undefined && !(await hasThread(tx, query.thread_id))) throw notFound("Thread");
};

/** A thread begins with an event, in the transaction that makes it. */
const hasThread = async (tx: OrganizationTransaction, threadId: string): Promise<boolean> =>
  (await tx
    .selectFrom("timeline_events")
    .select("id")
    .where("thread_id", "=", threadId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
