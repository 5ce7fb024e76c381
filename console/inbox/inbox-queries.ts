import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { ListedRequest } from "../api/routes.ts";

export type RequestState = ListedRequest["state"];
const STATES: readonly unknown[] = ["settled", "expired"];

/** Tells whether the address names a list; otherwise the open requests are shown. */
export const isListedState = (value: unknown): value is "settled" | "expired" => STATES.includes(value);

export const requestsKey = ["requests"] as const;
const PAGE_ROWS = 100;

export const requestsQuery = (state: RequestState) =>
  queryOptions({
    queryKey: [...requestsKey, state],
    queryFn: () => callApi("GET /timeline/requests", { query: { state, limit: PAGE_ROWS } }),
    refetchInterval: state === "open" && 3_000,
    placeholderData: keepPreviousData,
  });

const LAST_WORDS = 8;

/** Reads what was said before the request. */
export const wordsBeforeQuery = ({ workflow_id: agentId, workflow_run_id: runId, created_at: at }: ListedRequest) =>
  queryOptions({
    queryKey: [...requestsKey, "words", runId, at],
    queryFn: async () => {
      if (agentId === null || runId === null) return [];
      const params = { workflow_id: agentId, run_id: runId };
      const { entries } = await callApi("GET /workflows/{workflow_id}/runs/{run_id}/transcript", { params });
      const before = entries.filter((entry) => entry.at <= at && isSpoken(entry));
      return before.slice(-LAST_WORDS);
    },
    staleTime: 60_000,
  });

const isSpoken = ({ speaker }: { speaker: string }): boolean => speaker === "agent" || speaker === "person";
