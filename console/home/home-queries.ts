import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const agentsQuery = queryOptions({ queryKey: ["agents", "home"], queryFn: () => api("GET /workflows") });

export const campaignsQuery = queryOptions({
  queryKey: ["campaigns", "home"],
  queryFn: async () => (await api("GET /campaigns", { query: { with_progress: "true" } })).campaigns,
  refetchInterval: 5_000,
});

const WEEK_DAYS = 7;

/** The last week beside the one before it, and what waits for somebody. */
export const weekQuery = queryOptions({
  queryKey: ["home", "week"],
  queryFn: () => api("GET /team/home", { query: { days: WEEK_DAYS } }),
  refetchInterval: 15_000,
});

export const teamQuery = queryOptions({
  queryKey: ["home", "team"],
  queryFn: async () => (await api("GET /team/status")).agents,
  refetchInterval: 5_000,
});

export const nowKey = ["home", "now"] as const;
/** The stream keeps it current while the page is seen. */
export const nowQuery = queryOptions({
  queryKey: nowKey,
  queryFn: () => api("GET /organizations/live"),
});
