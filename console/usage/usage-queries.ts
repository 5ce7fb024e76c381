import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

/** The number is enough for every day of a month. */
const DAYS = 31;

export const dailyUsageQuery = queryOptions({
  queryKey: ["usage", "daily"],
  queryFn: () => callApi("GET /organizations/usage/daily", { query: { days: DAYS } }),
  refetchInterval: 30_000,
});

/** Maintenance measures every five minutes. */
export const rowUsageQuery = queryOptions({
  queryKey: ["usage", "rows"],
  queryFn: () => callApi("GET /organizations/usage/rows"),
  refetchInterval: 60_000,
});

/** The latest removal of calls. */
export const removalsQuery = queryOptions({
  queryKey: ["removals"],
  queryFn: () => callApi("GET /calls/removals", { query: { limit: 1 } }),
  refetchInterval: 5_000,
});
