import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";

const queryKey = ["requests", "waiting"] as const;

/** Reads how many requests wait for people. */
export const waitingQuery = queryOptions({
  queryKey,
  queryFn: async () => (await callApi("GET /timeline/requests", { query: { limit: 1 } })).total_count,
  refetchInterval: 5_000,
});

/** The reader that has read most of the open requests knows how many wait: side bar and tab say the same at once. */
export const tellWaiting = async (queries: QueryClient, count: number): Promise<void> => {
  // An answer that is still on its way is older.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, count);
};
