import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** How many requests wait for somebody. */
export const waitingQuery = queryOptions({
  queryKey: ["requests", "waiting"],
  queryFn: async () => (await api("GET /timeline/requests", { query: { limit: 1 } })).total_count,
  refetchInterval: 5_000,
});
