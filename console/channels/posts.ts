import type { Draft, TimelineEvent } from "../api/routes.ts";

export interface ThreadOfPosts {
  id: string;
  /** Oldest first. */
  posts: TimelineEvent[];
}

/** Groups posts, newest first, into threads; the thread with the latest post comes first. */
export const groupThreads = (events: readonly TimelineEvent[]): ThreadOfPosts[] => {
  const threads = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    if (event.thread_id === null) continue;
    threads.set(event.thread_id, [event, ...(threads.get(event.thread_id) ?? [])]);
  }
  return [...threads].map(([id, posts]) => ({ id, posts }));
};

export const readText = ({ payload, summary }: TimelineEvent): string =>
  typeof payload["text"] === "string" ? payload["text"] : summary;

export const isOfPerson = ({ actor }: TimelineEvent): boolean =>
  actor.startsWith("user:") || actor.startsWith("api_key:");

/** Returns the reply that is being written, until its post is in the thread. */
export const findFormingReply = (draft: Draft | null, events: readonly TimelineEvent[]): Draft | null => {
  if (!draft || draft.status === "idle" || draft.reply_to === null) return null;
  const isThere = events.some(({ payload }) => payload["reply_to"] === draft.reply_to);
  return isThere || draft.error !== null ? null : draft;
};
