import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../api/client.ts";
import type { Run } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { ClipboardCheck } from "../ui/icons.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";

/** Makes a scenario of what the person said and what became of it, and opens it. */
export const MakeScenario = ({ call }: { call: Run }) => {
  const navigate = useNavigate();
  const make = useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/scenarios/from-run/{run_id}", {
        params: { workflow_id: call.workflow_id, run_id: call.id },
        body: {},
      }),
    said: words.rehearsals.madeFromRun,
    onDone: ({ id, workflow_id: agentId }) =>
      navigate({ to: "/agents/$agentId/scenarios/$scenarioId", params: { agentId, scenarioId: id } }),
  });
  return (
    <Button needs="operator" disabled={make.isPending} onClick={() => make.mutate()}>
      <ClipboardCheck aria-hidden /> {words.rehearsals.fromRun}
    </Button>
  );
};
