import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Agent, AgentDefinition } from "../api/routes.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { agentKey, agentQuery, agentsKey } from "./agent-queries.ts";
import { isChangedMeanwhile, lookAgainWhenChanged } from "./definition-changed.ts";
import { toDefinition, toGraph } from "./graph.ts";
import type { Drawings } from "./merge-definitions.ts";

/**
 * Saves the graph, tells whether there are unsaved changes, and keeps what somebody else has saved meanwhile, which is not
 * overwritten before the person has seen it.
 */
export const useSaving = (agent: Agent, drawn: AgentDefinition) => {
  const queries = useQueryClient();
  const written = JSON.stringify(drawn);
  const [basis, setBasis] = useState({ digest: agent.definition_digest, written });
  const [meanwhile, setMeanwhile] = useState<Agent | null>(null);
  const save = useAction({
    run: (definition: string) => {
      const params = { workflow_id: agent.id };
      const body = { definition: JSON.parse(definition), expected_digest: basis.digest };
      return lookAgainWhenChanged(
        () => callApi("PUT /workflows/{workflow_id}", { params, body }),
        async () => setMeanwhile(await queries.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 })),
      );
    },
    said: words.agents.savedDraft,
    // Changes drawn after the request was sent are not saved.
    onDone: async (changed, definition) => {
      setBasis({ digest: changed.definition_digest, written: definition });
      queries.setQueryData(agentKey(agent.id), changed);
      await queries.invalidateQueries({ queryKey: agentsKey });
    },
    isQuietOnRefusal: isChangedMeanwhile,
  });
  const drawings: Drawings | null = meanwhile && {
    base: JSON.parse(basis.written),
    mine: drawn,
    theirs: definitionOf(meanwhile),
  };
  return {
    isPending: save.isPending,
    isChanged: basis.written !== written,
    save: () => save.mutateAsync(written),
    saveNow: () => save.mutate(written),
    /** Set while what somebody else has saved waits for a decision. */
    drawings,
    /** Later changes are based on this saved state. */
    beginFrom: (saved: Agent) => {
      setBasis({ digest: saved.definition_digest, written: JSON.stringify(definitionOf(saved)) });
      setMeanwhile(null);
    },
    meanwhile,
    decideLater: () => setMeanwhile(null),
  };
};

const definitionOf = ({ definition }: Agent): AgentDefinition => toDefinition(toGraph(definition));
