import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { POLL_EVERY_MS } from "../api/pace.ts";

/** The partner of a conversation; `thread` is an open one. Both are in the address. */
export interface Talk {
  channel?: number;
  agent?: number;
  thread?: string;
}

/** Returns the partner in the API's terms. */
export const describeSubject = ({ channel, agent }: Talk) =>
  channel !== undefined ? { folder_id: channel } : agent !== undefined ? { workflow_id: agent } : null;

export const channelsKey = ["channels"] as const;
export const channelsQuery = queryOptions({ queryKey: channelsKey, queryFn: () => callApi("GET /folders/") });

export const writableAgentsQuery = queryOptions({
  queryKey: ["agents", "active"],
  queryFn: () => callApi("GET /workflows", { query: { status: "active" } }),
});

export const peopleQuery = queryOptions({ queryKey: ["team"], queryFn: () => callApi("GET /team/members") });

export const membersKey = (channel: number) => [...channelsKey, channel, "members"] as const;
export const membersQuery = (channel: number) =>
  queryOptions({
    queryKey: membersKey(channel),
    queryFn: () => callApi("GET /folders/{folder_id}/members", { params: { folder_id: channel } }),
  });

const POSTS_SHOWN = 500;
export const postsKey = ["posts"] as const;

/** Reads the latest posts with a partner, which are grouped into threads. */
export const threadsQuery = (talk: Talk) =>
  queryOptions({
    queryKey: [...postsKey, talk.channel, talk.agent],
    queryFn: () =>
      callApi("GET /timeline", {
        query: { ...(describeSubject(talk) ?? { assistant: true }), kinds: ["message"], limit: POSTS_SHOWN },
      }),
    refetchInterval: POLL_EVERY_MS,
  });

export const threadKey = (thread: string) => [...postsKey, "thread", thread] as const;
export const threadQuery = (thread: string) =>
  queryOptions({
    queryKey: threadKey(thread),
    queryFn: () => callApi("GET /timeline", { query: { thread_id: thread, limit: POSTS_SHOWN } }),
    refetchInterval: POLL_EVERY_MS,
  });
