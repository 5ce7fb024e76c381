import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";
import { endOfDay, startOfDay } from "../calls/days.ts";
import { LOOK_AGAIN_MS } from "../person/person-queries.ts";

export type Text = Answer<"GET /messages">["messages"][number];

/** The filters of the list of texts; they are in the address. */
export interface TextFilters {
  direction?: Text["direction"];
  state?: Text["state"];
  /** A number of the organization. */
  number?: string;
  campaign?: number;
  /** A day of the viewer, or an instant. */
  since?: string;
  until?: string;
}

/** Pages of texts; the first is looked at again while it is the only one. */
export const textsQuery = ({ direction, state, number, campaign, since, until }: TextFilters) =>
  infiniteQueryOptions({
    queryKey: ["texts", { direction, state, number, campaign, since, until }],
    queryFn: ({ pageParam }) =>
      callApi("GET /messages", {
        query: {
          limit: PAGE_ROWS,
          ...(pageParam > 0 && { cursor: pageParam }),
          ...(direction !== undefined && { direction }),
          ...(state !== undefined && { state }),
          ...(number !== undefined && { own_number: number }),
          ...(campaign !== undefined && { campaign_id: campaign }),
          ...(since !== undefined && { since: startOfDay(since) }),
          ...(until !== undefined && { until: endOfDay(until) }),
        },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : LOOK_AGAIN_MS),
    placeholderData: keepPreviousData,
  });
