import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { noteAnswer, noteSilence, whenBack } from "../api/reachability.ts";
import type { CampaignProgress } from "../api/routes.ts";
import { urlOf } from "../api/client.ts";
import { campaignKey, progressKey } from "./campaign-queries.ts";

export type Connection = "connecting" | "live" | "lost" | "over";

const isOver = (state: CampaignProgress["state"]) => state === "completed" || state === "canceled";
const AGAIN_AFTER_MS = 1_500;

/**
 * Keeps a campaign's progress current while the page is visible: a hidden tab holds none of the six connections that a
 * browser opens to one host. `state` opens the stream again when a finished campaign continues.
 */
export const useLiveProgress = (campaignId: number, state: CampaignProgress["state"]): Connection => {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  const isFinished = isOver(state);
  useEffect(() => {
    if (isFinished) {
      setConnection("over");
      return undefined;
    }
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    const follow = () => {
      source?.close();
      clearTimeout(again);
      if (document.hidden) return;
      source = new EventSource(
        urlOf("GET /campaigns/{campaign_id}/progress/stream", { params: { campaign_id: campaignId } }),
      );
      source.onmessage = ({ data }: MessageEvent<string>) => {
        const progress: CampaignProgress = JSON.parse(data);
        setConnection("live");
        noteAnswer();
        if (isOver(progress.state)) source?.close();
        const before = queries.getQueryData<CampaignProgress>(progressKey(campaignId));
        queries.setQueryData(progressKey(campaignId), progress);
        // Data outside the stream changes with the state, and may have changed during an outage.
        if (wasLost || before?.state !== progress.state)
          void queries.invalidateQueries({ queryKey: campaignKey(campaignId) });
        wasLost = false;
      };
      source.onerror = () => {
        wasLost = true;
        setConnection("lost");
        source?.close();
        noteSilence();
        again = setTimeout(follow, AGAIN_AFTER_MS);
      };
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    // A stream that is cut by the network may stay silent without an error.
    const stop = whenBack(follow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", follow);
      clearTimeout(again);
      source?.close();
    };
  }, [campaignId, isFinished, queries]);
  return connection;
};
