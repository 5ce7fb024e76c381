import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { countByClockAfterMs, mayCountAtOnce } from "./count-pace.ts";

/** What is counted of the calls that have ended. Every answer counts all calls of the campaign, and all of its contacts. */
const endedCallsKey = (id: number) => ["campaign", id, "ended calls"] as const;

/** A count with the time that it took, by which the next one is put off: a large campaign, or many viewers, are work. */
interface Count<T> {
  answer: T;
  tookMs: number;
}

const timed = async <T>(read: () => Promise<T>): Promise<Count<T>> => {
  const begunAtMs = performance.now();
  const answer = await read();
  return { answer, tookMs: performance.now() - begunAtMs };
};

const answerOf = <T>({ answer }: Count<T>): T => answer;

/** `isMoving`: the figures change, so they are polled. `asOf`: as they were then. */
export const summaryQuery = (campaign_id: number, isMoving: boolean, asOf?: string) =>
  queryOptions({
    queryKey: [...endedCallsKey(campaign_id), "summary", asOf],
    queryFn: () =>
      timed(() =>
        callApi("GET /campaigns/{campaign_id}/summary", {
          params: { campaign_id },
          query: { ...(asOf !== undefined && { as_of: asOf }) },
        }),
      ),
    select: answerOf,
    refetchInterval: ({ state }) => isMoving && countByClockAfterMs(tookOf(state.data)),
  });

export const activityQuery = (campaign_id: number, isMoving: boolean) =>
  queryOptions({
    queryKey: [...endedCallsKey(campaign_id), "activity"],
    queryFn: () => timed(() => callApi("GET /campaigns/{campaign_id}/activity", { params: { campaign_id } })),
    select: answerOf,
    refetchInterval: ({ state }) => isMoving && countByClockAfterMs(tookOf(state.data)),
  });

const tookOf = (data: unknown): number =>
  typeof data === "object" && data !== null && "tookMs" in data && typeof data.tookMs === "number" ? data.tookMs : 0;

/** Counts the ended calls anew, unless that was done a moment ago or is being done; returns whether it does. */
export const countEndedCalls = (queries: QueryClient, campaignId: number): boolean => {
  const queryKey = endedCallsKey(campaignId);
  const counts = queries.getQueryCache().findAll({ queryKey });
  const mayCount = mayCountAtOnce(
    counts.map(({ state: { data, dataUpdatedAt, fetchStatus } }) => ({
      tookMs: tookOf(data),
      atMs: dataUpdatedAt,
      isUnderWay: fetchStatus !== "idle",
    })),
    Date.now(),
  );
  if (mayCount) void queries.invalidateQueries({ queryKey });
  return mayCount;
};
