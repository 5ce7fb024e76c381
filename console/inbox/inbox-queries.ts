import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import { PAGE_ROWS } from "../api/pace.ts";
import type { ListedRequest } from "../api/routes.ts";
import { tellWaiting } from "../api/waiting.ts";
import { omitUnset, readNumber, type Search } from "../search-params.ts";

export type RequestState = ListedRequest["state"];
const STATES: readonly unknown[] = ["settled", "expired"];

const isListedState = (value: unknown): value is "settled" | "expired" => STATES.includes(value);

/** Reads the address; where it names no list, the open requests are shown. */
export const readInboxSearch = ({ state, request, page }: Search) =>
  omitUnset({
    state: isListedState(state) ? state : undefined,
    request: readNumber(request),
    page: readNumber(page),
  });

export const requestsKey = ["requests"] as const;

export const requestsQuery = (state: RequestState, page: number) =>
  queryOptions({
    queryKey: [...requestsKey, state, page],
    queryFn: async ({ client }) => {
      const answer = await callApi("GET /timeline/requests", { query: { state, page, limit: PAGE_ROWS } });
      if (state === "open") await tellWaiting(client, answer.total_count);
      return answer;
    },
    refetchInterval: state === "open" && 3_000,
    placeholderData: keepPreviousData,
  });

/** Finds one request whatever its state and on whichever page of its list it is; null: there is none any more. */
export const requestQuery = (eventId: number) =>
  queryOptions({
    queryKey: [...requestsKey, "one", eventId],
    queryFn: async () => {
      const states = ["settled", "expired", "open"] as const;
      const answers = await Promise.all(
        states.map((state) => callApi("GET /timeline/requests", { query: { state, event_id: eventId } })),
      );
      return answers.flatMap(({ requests }) => requests)[0] ?? null;
    },
    staleTime: 0,
    // An open request may be decided by others meanwhile.
    refetchInterval: ({ state }) => state.data?.state === "open" && 3_000,
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
