import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { TelephonyConfiguration } from "../api/routes.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { AgentChoice, NOBODY } from "./agent-choice.tsx";
import { carriersKey } from "./carrier-queries.ts";

const { organization } = words;

/** Who answers texts to the numbers of an account that have no agent for texts of their own. */
export const TextAgent = ({ carrier }: { carrier: TelephonyConfiguration }) => {
  const queries = useQueryClient();
  const [agent, setAgent] = useState(String(carrier.text_workflow_id ?? NOBODY));
  const save = useAction({
    run: () =>
      callApi("PUT /organizations/telephony-configs/{config_id}", {
        params: { config_id: carrier.id },
        body: agent === NOBODY ? { clear_text_workflow: true } : { text_workflow_id: Number(agent) },
      }),
    said: words.shell.saved,
    onDone: () => queries.invalidateQueries({ queryKey: carriersKey, refetchType: "active" }),
    isQuietOnRefusal: true,
  });
  return (
    <SaveForm save={save}>
      <AgentChoice
        label={organization.textsAnsweredBy}
        hint={organization.textAgentOfAccountHint}
        value={agent}
        onChange={setAgent}
      />
    </SaveForm>
  );
};
