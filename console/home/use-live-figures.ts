import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { buildUrl } from "../api/client.ts";
import { followStream } from "../api/follow-stream.ts";
import type { LiveFigures } from "../api/routes.ts";
import { tellWaiting } from "../api/waiting.ts";
import { nowKey } from "./home-queries.ts";

const AGAIN_AFTER_MS = 3_000;

/** Keeps the present figures current while the page is visible; a hidden tab holds no connection. */
export const useLiveFigures = (): void => {
  const queries = useQueryClient();
  useEffect(
    () =>
      followStream({
        url: buildUrl("GET /organizations/stream"),
        againAfterMs: AGAIN_AFTER_MS,
        onMessage: (data) => {
          const figures: LiveFigures = JSON.parse(data);
          queries.setQueryData(nowKey, figures);
          void tellWaiting(queries, figures.requests_open);
          return "more";
        },
        // All streams may be taken, so the figures are polled until one is free.
        onLost: () => void queries.invalidateQueries({ queryKey: nowKey }),
      }),
    [queries],
  );
};
