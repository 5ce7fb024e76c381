import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { buildUrl } from "../api/client.ts";
import { followStream } from "../api/follow-stream.ts";
import { markUnreachable } from "../api/reachability.ts";
import type { CampaignProgress } from "../api/routes.ts";
import { campaignKey, progressKey } from "./campaign-queries.ts";
import { countEndedCalls } from "./ended-calls.ts";

export type Connection = "connecting" | "live" | "lost" | "over";

const isOver = (state: CampaignProgress["state"]) => state === "completed" || state === "canceled";

/** Tells whether a call has ended between two readings, so that what the page counts of the calls does not lag behind the first line. */
const hasEndedCall = (before: CampaignProgress, now: CampaignProgress): boolean =>
  before.finished !== now.finished || before.waiting_retry !== now.waiting_retry;

/** Keeps a campaign's progress current. `state` opens the stream again when a finished campaign continues. */
export const useLiveProgress = (campaignId: number, state: CampaignProgress["state"]): Connection => {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  const isFinished = isOver(state);
  useEffect(() => {
    if (isFinished) {
      setConnection("over");
      return undefined;
    }
    let wasLost = false;
    let isBehind = false;
    return followStream({
      url: buildUrl("GET /campaigns/{campaign_id}/progress/stream", { params: { campaign_id: campaignId } }),
      onMessage: (data) => {
        const progress: CampaignProgress = JSON.parse(data);
        setConnection("live");
        const before = queries.getQueryData<CampaignProgress>(progressKey(campaignId));
        queries.setQueryData(progressKey(campaignId), progress);
        // Data outside the stream changes with the state, and may have changed during an outage.
        if (wasLost || before?.state !== progress.state) {
          void queries.invalidateQueries({ queryKey: campaignKey(campaignId) });
          isBehind = false;
        } else {
          isBehind ||= hasEndedCall(before, progress);
          // Too soon now, it is tried again at the next reading.
          if (isBehind) isBehind = !countEndedCalls(queries, campaignId);
        }
        wasLost = false;
        return isOver(progress.state) ? "over" : "more";
      },
      onLost: () => {
        wasLost = true;
        setConnection("lost");
        markUnreachable();
      },
    });
  }, [campaignId, isFinished, queries]);
  return connection;
};
