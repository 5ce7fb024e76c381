import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../api/client.ts";

export const connectorsKey = ["connectors"] as const;

export const appsQuery = queryOptions({
  queryKey: [...connectorsKey, "apps"],
  queryFn: () => api("GET /connectors"),
});

export const accountsKey = [...connectorsKey, "accounts"] as const;
/** `isWaiting`: somebody is signing in in another window. */
export const accountsQuery = (isWaiting = false) =>
  queryOptions({
    queryKey: accountsKey,
    queryFn: async () => (await api("GET /connectors/accounts")).accounts,
    refetchInterval: isWaiting ? 1_500 : 15_000,
  });

export const activityQuery = infiniteQueryOptions({
  queryKey: [...connectorsKey, "activity"],
  queryFn: ({ pageParam }) => api("GET /connectors/activity", { query: { cursor: pageParam ?? undefined, limit: 25 } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor: next }) => next,
});
