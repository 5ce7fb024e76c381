import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { urlOf } from "../api/client.ts";
import { noteAnswer, whenBack } from "../api/reachability.ts";
import type { Draft } from "../api/routes.ts";
import { postsKey } from "./channel-queries.ts";

const AGAIN_AFTER_MS = 1_500;

/**
 * Follows the reply that is being written in a thread. It listens from the latest post on until its reply is written,
 * so that a thread that is only read holds no connection; a hidden tab holds none either.
 */
export const useDraft = (thread: string, latestPost: number | undefined): Draft | null => {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let isWritten = false;
    const follow = () => {
      source?.close();
      clearTimeout(again);
      if (document.hidden || isWritten) return;
      source = new EventSource(urlOf("GET /timeline/draft/stream", { query: { thread_id: thread } }));
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const next: Draft = JSON.parse(data);
        noteAnswer();
        setDraft(next);
        if (next.status === "thinking") return;
        isWritten = true;
        source?.close();
        void queries.invalidateQueries({ queryKey: postsKey });
      };
      source.onerror = () => {
        source?.close();
        again = setTimeout(follow, AGAIN_AFTER_MS);
      };
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    const stop = whenBack(follow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", follow);
      clearTimeout(again);
      source?.close();
    };
  }, [thread, latestPost, queries]);
  return draft;
};
