import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

export const connectorsKey = ["connectors"] as const;

export const appsQuery = queryOptions({
  queryKey: [...connectorsKey, "apps"],
  queryFn: () => callApi("GET /connectors"),
});

export const accountsKey = [...connectorsKey, "accounts"] as const;
/** `isWaiting`: somebody is signing in in another window, so the accounts are polled. */
export const accountsQuery = (isWaiting = false) =>
  queryOptions({
    queryKey: accountsKey,
    queryFn: async () => (await callApi("GET /connectors/accounts")).accounts,
    refetchInterval: isWaiting ? 1_500 : 15_000,
  });

export const activityQuery = infiniteQueryOptions({
  queryKey: [...connectorsKey, "activity"],
  queryFn: ({ pageParam }) =>
    callApi("GET /connectors/activity", { query: { cursor: pageParam ?? undefined, limit: 25 } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor: next }) => next,
});
