import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { urlOf } from "../api/client.ts";
import { noteAnswer, whenBack } from "../api/reachability.ts";
import type { LiveFigures } from "../api/routes.ts";
import { nowKey } from "./home-queries.ts";

const AGAIN_AFTER_MS = 3_000;

/** Keeps the present figures current while the page is visible; a hidden tab holds no connection. */
export const useLiveFigures = (): void => {
  const queries = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      source?.close();
      clearTimeout(again);
      if (document.hidden) return;
      source = new EventSource(urlOf("GET /organizations/stream"));
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const figures: LiveFigures = JSON.parse(data);
        queries.setQueryData(nowKey, figures);
        noteAnswer();
      };
      source.onerror = () => {
        source?.close();
        // No stream may be free: the figures are polled until there is one.
        void queries.invalidateQueries({ queryKey: nowKey });
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
  }, [queries]);
};
