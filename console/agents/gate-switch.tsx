import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { Agent } from "../api/routes.ts";
import { SwitchField } from "../ui/fields.tsx";
import { useHindrance } from "../ui/role.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { agentKey } from "./agent-queries.ts";

/** Whether an agent's versions have to be rehearsed before they are published; only an owner switches that off. */
export const GateSwitch = ({ agent }: { agent: Agent }) => {
  const queries = useQueryClient();
  const isOn = agent.publish_needs_rehearsal;
  const hindrance = useHindrance(isOn ? "owner" : "admin");
  const save = useAction({
    run: (isNeeded: boolean) =>
      callApi("PUT /workflows/{workflow_id}", {
        params: { workflow_id: agent.id },
        body: { publish_needs_rehearsal: isNeeded },
      }),
    said: words.shell.saved,
    onDone: () => queries.invalidateQueries({ queryKey: agentKey(agent.id) }),
  });
  return (
    <SwitchField
      label={words.rehearsals.gate}
      hint={words.rehearsals.gateHint}
      isOn={isOn}
      isDisabled={hindrance !== undefined || save.isPending}
      title={hindrance}
      onChange={(isNeeded) => save.mutate(isNeeded)}
    />
  );
};
