import { queryOptions } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";

export const CAMPAIGN_STATES = ["draft", "running", "paused", "completed", "failed", "canceled"] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];
export const isCampaignState = (value: unknown): value is CampaignState =>
  CAMPAIGN_STATES.some((state) => state === value);

const params = (campaign_id: number) => ({ params: { campaign_id } });

const CAMPAIGNS_OF_A_PAGE = 100;
/** The limit for the newest campaigns; the list says when there are more. */
export const MOST_CAMPAIGNS = 1_000;

/** Reads all campaigns page by page, because the list puts the most urgent first. */
const readCampaigns = async (state?: CampaignState): Promise<Answer<"GET /campaigns">["campaigns"]> => {
  const campaigns: Answer<"GET /campaigns">["campaigns"] = [];
  let cursor: string | null = "";
  while (cursor !== null && campaigns.length < MOST_CAMPAIGNS) {
    const page: Answer<"GET /campaigns"> = await callApi("GET /campaigns", {
      query: {
        with_progress: "true",
        limit: CAMPAIGNS_OF_A_PAGE,
        ...(cursor !== "" && { cursor }),
        ...(state && { state }),
      },
    });
    campaigns.push(...page.campaigns);
    cursor = page.next_cursor;
  }
  return campaigns;
};

export const campaignsQuery = (state?: CampaignState) =>
  queryOptions({
    queryKey: ["campaigns", { state }],
    queryFn: () => readCampaigns(state),
    // The interval grows with the number of pages, so that the rate of requests stays the same.
    refetchInterval: ({ state: { data } }) => 3_000 * Math.max(1, Math.ceil((data?.length ?? 0) / CAMPAIGNS_OF_A_PAGE)),
  });

export const campaignKey = (id: number) => ["campaign", id] as const;
export const progressKey = (id: number) => ["campaign", id, "progress"] as const;

export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: campaignKey(id),
    queryFn: () => callApi("GET /campaigns/{campaign_id}", params(id)),
    refetchInterval: 10_000,
  });

export const progressQuery = (id: number) =>
  queryOptions({
    queryKey: progressKey(id),
    queryFn: () => callApi("GET /campaigns/{campaign_id}/progress", params(id)),
    staleTime: 2_000,
  });

/** What is counted of the calls that have ended. */
export const endedCallsKey = (id: number) => ["campaign", id, "ended calls"] as const;

/** A large campaign is counted for a while: the next count waits this many times as long as the last one took, within these bounds. */
const WAITS_TIMES_AS_LONG = 10;
const COUNTED_EVERY_MS = { atBest: 4_000, atWorst: 60_000 };

interface Timed<T> {
  answer: T;
  tookMs: number;
}

const timed = async <T>(read: () => Promise<T>): Promise<Timed<T>> => {
  const begunAtMs = performance.now();
  const answer = await read();
  return { answer, tookMs: performance.now() - begunAtMs };
};

const answerOf = <T>({ answer }: Timed<T>): T => answer;

const countAgainAfterMs = (last: Timed<unknown> | undefined): number =>
  Math.min(Math.max(COUNTED_EVERY_MS.atBest, WAITS_TIMES_AS_LONG * (last?.tookMs ?? 0)), COUNTED_EVERY_MS.atWorst);

/** `isMoving`: the figures change, so they are polled. */
export const summaryQuery = (id: number, isMoving: boolean) =>
  queryOptions({
    queryKey: [...endedCallsKey(id), "summary"],
    queryFn: () => timed(() => callApi("GET /campaigns/{campaign_id}/summary", params(id))),
    select: answerOf,
    refetchInterval: ({ state }) => isMoving && countAgainAfterMs(state.data),
  });

export const activityQuery = (id: number, isMoving: boolean) =>
  queryOptions({
    queryKey: [...endedCallsKey(id), "activity"],
    queryFn: () => timed(() => callApi("GET /campaigns/{campaign_id}/activity", params(id))),
    select: answerOf,
    refetchInterval: ({ state }) => isMoving && countAgainAfterMs(state.data),
  });

export const campaignRunsQuery = (id: number, isMoving: boolean) =>
  queryOptions({
    queryKey: ["campaign", id, "runs"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}/runs", { ...params(id), query: { limit: 12 } }),
    refetchInterval: isMoving && 3_000,
  });
