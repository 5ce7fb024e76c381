import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import type { AgentDefinition } from "../api/routes.ts";
import { useSettled } from "../ui/use-settled.ts";

export type Fault = Answer<"POST /workflows/{workflow_id}/validate">["errors"][number];

const PAUSE_MS = 500;

export interface FaultCheck {
  faults: readonly Fault[];
  isChecking: boolean;
  /** Why it is unknown whether there are faults. */
  problem: Error | null;
}

/** Returns the faults that prevent publication, from the API; requested again after a pause in typing. */
export const useFaults = (agentId: number, definition: AgentDefinition): FaultCheck => {
  const written = JSON.stringify(definition);
  const settled = useSettled(written, PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ["faults", agentId, settled],
    queryFn: () =>
      callApi("POST /workflows/{workflow_id}/validate", {
        params: { workflow_id: agentId },
        body: { definition: JSON.parse(settled) },
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return { faults: data?.errors ?? [], isChecking: isFetching || settled !== written, problem: error };
};
