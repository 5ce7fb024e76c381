import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";

/** The number is enough for every day of a month. */
const DAYS = 31;

export const dailyUsageQuery = queryOptions({
  queryKey: ["usage", "daily"],
  queryFn: () => callApi("GET /organizations/usage/daily", { query: { days: DAYS } }),
  refetchInterval: 30_000,
});
