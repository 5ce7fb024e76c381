import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";

export type PersonEvent = Answer<"GET /people/history">["events"][number];
export type Prospect = Answer<"GET /people">["next"][number];

export const LOOK_AGAIN_MS = 10_000;

export const personQuery = (number: string) =>
  queryOptions({
    queryKey: ["person", number],
    queryFn: () => callApi("GET /people", { query: { phone_number: number } }),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Pages of everything that happened; the first is looked at again while it is the only one. */
export const historyQuery = (number: string) =>
  infiniteQueryOptions({
    queryKey: ["person", number, "history"],
    queryFn: ({ pageParam }) =>
      callApi("GET /people/history", {
        query: { phone_number: number, limit: PAGE_ROWS, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.pages.length === 1) && LOOK_AGAIN_MS,
  });
