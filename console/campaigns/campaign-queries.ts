import { queryOptions } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";

export const CAMPAIGN_STATES = ["draft", "scheduled", "running", "paused", "completed", "failed", "canceled"] as const;
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
        with_progress: true,
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

/** What was true at an instant stays so. */
export const pastProgressQuery = (id: number, asOf: string | undefined) =>
  queryOptions({
    queryKey: ["campaign", id, "past progress", asOf],
    queryFn: () =>
      callApi("GET /campaigns/{campaign_id}/progress", {
        ...params(id),
        query: { ...(asOf !== undefined && { as_of: asOf }) },
      }),
    enabled: asOf !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const campaignDaysQuery = (id: number, isMoving: boolean) =>
  queryOptions({
    queryKey: ["campaign", id, "days"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}/days", params(id)),
    refetchInterval: isMoving && 10_000,
  });

export const campaignRunsQuery = (id: number, isMoving: boolean) =>
  queryOptions({
    queryKey: ["campaign", id, "runs"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}/runs", { ...params(id), query: { limit: 12 } }),
    refetchInterval: isMoving && 3_000,
  });
