import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { AnalyticsView, Routes } from "../api/routes.ts";
import { omitUnset, readNumber, readText, type Search } from "../search-params.ts";

/** A question as the API takes it; it is in the address, so that it can be sent to a colleague. */
export type Question = Routes["GET /analytics"]["query"];

const oneOf = <const T extends string>(value: unknown, values: readonly T[]): T | undefined =>
  values.find((each) => each === value);

export const readQuestion = (search: Search): Question =>
  omitUnset({
    measures: readText(search["measures"]),
    by: readText(search["by"]),
    timezone: readText(search["timezone"]),
    days: readNumber(search["days"]),
    filters: readText(search["filters"]),
    workflow_id: readNumber(search["workflow_id"]),
    campaign_id: readNumber(search["campaign_id"]),
    phone_number: readText(search["phone_number"]),
    outcome: readText(search["outcome"]),
    disposition: readText(search["disposition"]),
    status: oneOf(search["status"], ["completed", "in_progress"]),
    call_direction: oneOf(search["call_direction"], ["inbound", "outbound"]),
    environment: oneOf(search["environment"], ["production", "sandbox"]),
    start_date: readText(search["start_date"]),
    end_date: readText(search["end_date"]),
  });

/** What the page shows before anybody has chosen something. */
export const USUAL = { measures: "calls", by: "day" };

export const askQuery = (question: Question) =>
  queryOptions({
    queryKey: ["analytics", "ask", question],
    queryFn: () => callApi("GET /analytics", { query: { ...USUAL, ...question } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const measuresQuery = queryOptions({
  queryKey: ["analytics", "measures"],
  queryFn: () => callApi("GET /analytics/measures"),
});

export const viewsKey = ["analytics", "views"] as const;
export const viewsQuery = queryOptions({ queryKey: viewsKey, queryFn: () => callApi("GET /analytics/views") });

/** The question of a view, as an address. */
export const questionOf = ({ question }: AnalyticsView): Question => readQuestion({ ...question });
