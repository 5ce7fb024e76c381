import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { Agent } from "../api/routes.ts";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { agentKey } from "./agent-queries.ts";
import { lookAgainWhenChanged } from "./definition-changed.ts";
import { Difference } from "./difference.tsx";
import { toDefinition, toGraph } from "./graph.ts";
import { PublishGate } from "./publish-gate.tsx";
import { readGateRefusal } from "./read-gate-refusal.ts";

export interface ChangeProps {
  agent: Agent;
  onDone(agent: Agent): Promise<void>;
}

/** Publishes the definition that it shows. Changes that somebody else has saved meanwhile are shown before they are published. */
export const Publish = ({ agent, onDone }: ChangeProps) => {
  const queries = useQueryClient();
  const publish = useAction({
    run: (overrideReason?: string) => {
      const params = { workflow_id: agent.id };
      const body = {
        expected_digest: agent.definition_digest,
        ...(overrideReason !== undefined && { override_reason: overrideReason }),
      };
      return lookAgainWhenChanged(
        () => callApi("POST /workflows/{workflow_id}/publish", { params, body }),
        () => queries.invalidateQueries({ queryKey: agentKey(agent.id) }),
      );
    },
    said: ({ version }) => `${words.agents.publishedNow}: ${words.agents.version(formatWhole(version ?? 0))}`,
    onDone,
    isQuietOnRefusal: true,
  });
  const refused = readGateRefusal(publish.error);
  return (
    <Form
      onSubmit={() => publish.mutate(undefined)}
      action={words.agents.publish}
      isBusy={publish.isPending}
      error={refused ? null : publish.error}
    >
      <p>{words.agents.publishText}</p>
      {refused && (
        <PublishGate
          agentId={agent.id}
          refused={refused}
          isBusy={publish.isPending}
          onOverride={(reason) => publish.mutate(reason)}
        />
      )}
      {agent.version !== null && (
        <Difference agentId={agent.id} to={toDefinition(toGraph(agent.definition))} version={agent.version} />
      )}
    </Form>
  );
};
