import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { TextSession } from "../api/routes.ts";

const ASK_EVERY_MS = 700;

/** Runs the text session of a test, and polls it while the agent answers. `begun`: an existing session. */
export const useTextSession = (agentId: number, begun: number | undefined) => {
  const queries = useQueryClient();
  const [runId, setRunId] = useState<number | null>(begun ?? null);
  const queryKey = ["text-session", agentId, runId];
  const { data } = useQuery({
    queryKey,
    queryFn: () =>
      callApi("GET /workflows/{workflow_id}/text-chat/sessions/{run_id}", {
        params: { workflow_id: agentId, run_id: runId ?? 0 },
      }),
    enabled: runId !== null,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.session_data.status === "pending_assistant_turn" ? ASK_EVERY_MS : false,
  });
  const show = (session: TextSession) => {
    queries.setQueryData(["text-session", agentId, session.workflow_run_id], session);
    setRunId(session.workflow_run_id);
  };
  return { session: runId === null ? undefined : data, show };
};
