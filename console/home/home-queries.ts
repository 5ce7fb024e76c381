import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const agentsQuery = queryOptions({ queryKey: ["agents", "home"], queryFn: () => api("GET /workflows") });

export const listsQuery = queryOptions({
  queryKey: ["contact-lists"],
  queryFn: async () => (await api("GET /contact-lists")).contact_lists,
});

export const campaignsQuery = queryOptions({
  queryKey: ["campaigns", "home"],
  queryFn: async () => (await api("GET /campaigns", { query: { with_progress: "true" } })).campaigns,
  refetchInterval: 5_000,
});

const DAY_MS = 86_400_000;

export const recentCallsQuery = queryOptions({
  queryKey: ["calls", "last day"],
  queryFn: () =>
    api("GET /organizations/usage/runs", {
      query: { limit: 1, start_date: new Date(Date.now() - DAY_MS).toISOString() },
    }),
  refetchInterval: 10_000,
});
