import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";

/** Reads how many requests wait for people. */
export const waitingQuery = queryOptions({
  queryKey: ["requests", "waiting"],
  queryFn: async () => (await callApi("GET /timeline/requests", { query: { limit: 1 } })).total_count,
  refetchInterval: 5_000,
});
