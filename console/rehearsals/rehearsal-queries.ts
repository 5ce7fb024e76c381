import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { Rehearsal, RehearsalState } from "../api/routes.ts";

/** Conversations end within seconds; what is under way is asked for so often. */
const LIVE_MS = 1_000;
const PAGE_ROWS = 20;

export const scenariosKey = (agentId: number) => ["agent", agentId, "scenarios"] as const;
export const rehearsalsKey = (agentId: number) => ["agent", agentId, "rehearsals"] as const;
const rehearsalKey = ({ agentId, rehearsalId }: RehearsalAddress) => [...rehearsalsKey(agentId), rehearsalId] as const;

export interface RehearsalAddress {
  agentId: number;
  rehearsalId: number;
}

export const isOver = (state: RehearsalState): boolean => state === "done" || state === "canceled";

export const scenariosQuery = (agentId: number) =>
  queryOptions({
    queryKey: scenariosKey(agentId),
    queryFn: () => callApi("GET /workflows/{workflow_id}/scenarios", { params: { workflow_id: agentId } }),
  });

export const personasQuery = queryOptions({
  queryKey: ["personas"],
  queryFn: () => callApi("GET /personas"),
  staleTime: Infinity,
});

export const scenarioQuery = (agentId: number, scenarioId: number) =>
  queryOptions({
    queryKey: [...scenariosKey(agentId), scenarioId],
    queryFn: () =>
      callApi("GET /workflows/{workflow_id}/scenarios/{scenario_id}", {
        params: { workflow_id: agentId, scenario_id: scenarioId },
      }),
    staleTime: 0,
  });

/** Lists the rehearsals of an agent page by page, the newest first; while one is under way its figures move. */
export const rehearsalsQuery = (agentId: number) =>
  infiniteQueryOptions({
    queryKey: [...rehearsalsKey(agentId), "list"],
    queryFn: ({ pageParam: cursor }) =>
      callApi("GET /workflows/{workflow_id}/rehearsals", {
        params: { workflow_id: agentId },
        query: { limit: PAGE_ROWS, ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: readCursor(null),
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rehearsals }) => rehearsals.some((each) => !isOver(each.state))) === true && LIVE_MS,
  });

const readCursor = (cursor: number | null): number | null => cursor;

export const rehearsalQuery = (address: RehearsalAddress) =>
  queryOptions({
    queryKey: rehearsalKey(address),
    queryFn: () =>
      callApi("GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}", {
        params: { workflow_id: address.agentId, rehearsal_id: address.rehearsalId },
      }),
    refetchInterval: ({ state }) => state.data !== undefined && !isOver(state.data.state) && LIVE_MS,
  });

type Conversation = Rehearsal["conversations"][number];

/** Reads the words of one conversation; its state is part of the key, because it has words only once it was played. */
export const conversationQuery = ({ agentId, rehearsalId }: RehearsalAddress, { id, state }: Conversation) =>
  queryOptions({
    queryKey: [...rehearsalKey({ agentId, rehearsalId }), "conversation", id, state],
    queryFn: () =>
      callApi("GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/conversations/{conversation_id}", {
        params: { workflow_id: agentId, rehearsal_id: rehearsalId, conversation_id: id },
      }),
  });
