import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { buildUrl } from "../api/client.ts";
import { followStream } from "../api/follow-stream.ts";
import type { Draft } from "../api/routes.ts";
import { postsKey } from "./channel-queries.ts";

/**
 * Follows the reply that is being written in a thread. It listens from the latest post on until its reply is written,
 * so that a thread that is only read holds no connection; a hidden tab holds none either.
 */
export const useDraft = (thread: string, latestPost: number | undefined): Draft | null => {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(
    () =>
      followStream({
        url: buildUrl("GET /timeline/draft/stream", { query: { thread_id: thread } }),
        onMessage: (data) => {
          const next: Draft = JSON.parse(data);
          setDraft(next);
          if (next.status === "thinking") return "more";
          void queries.invalidateQueries({ queryKey: postsKey });
          return "over";
        },
      }),
    [thread, latestPost, queries],
  );
  return draft;
};
