import { readDraftStatus } from "../../domain/thread/draft-status.ts";
import type { LatestReply } from "../../infra/postgres/thread/replies.repository.ts";

export const presentDraft = (reply: LatestReply | undefined) => ({
  text: reply?.text ?? "",
  started_at: reply ? (reply.started_at ?? reply.created_at) : null,
  updated_at: reply?.updated_at ?? null,
  status: readDraftStatus(reply),
  error: reply?.error ?? null,
  reply_to: reply?.event_id ?? null,
  thread_id: reply?.thread_uuid ?? null,
  workflow_id: reply?.agent_id ?? null,
});
