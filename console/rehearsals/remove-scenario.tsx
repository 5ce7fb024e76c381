import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Scenario } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Trash2 } from "../ui/icons.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { scenariosKey } from "./rehearsal-queries.ts";

export const RemoveScenario = ({ scenario }: { scenario: Scenario }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { workflow_id: agentId } = scenario;
  const remove = useAction({
    run: () =>
      callApi("DELETE /workflows/{workflow_id}/scenarios/{scenario_id}", {
        params: { workflow_id: agentId, scenario_id: scenario.id },
      }),
    said: words.rehearsals.removed,
    onDone: async () => {
      await navigate({ to: "/agents/$agentId/rehearsals", params: { agentId } });
      await queries.invalidateQueries({ queryKey: scenariosKey(agentId), refetchType: "active" });
    },
  });
  return (
    <>
      <Button kind="danger" needs="operator" disabled={remove.isPending} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden /> {words.rehearsals.remove}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.rehearsals.removeTitle(scenario.name)}
        text={words.rehearsals.removeText}
        action={words.rehearsals.remove}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};
