/** Where the reply to a message is: `idle`: nothing was ever asked. */
export const DRAFT_STATUSES = ["idle", "thinking", "done"] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

export const REPLY_STATES = ["waiting", "thinking", "done", "failed"] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

/** A reply that waits for its turn is being thought about, for the reader; one that failed is over. */
export const readDraftStatus = (reply: { state: ReplyState } | undefined): DraftStatus => {
  if (!reply) return "idle";
  return reply.state === "waiting" || reply.state === "thinking" ? "thinking" : "done";
};
