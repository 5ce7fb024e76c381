import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { agentsQuery } from "./call-queries.ts";

export const PlaceCall = ({ onDone }: { onDone(): void }) => {
  const { data: agents } = useSuspenseQuery(agentsQuery);
  const { test_phone_number: testNumber } = useSuspenseQuery(preferencesQuery).data;
  const active = agents.filter(({ status }) => status === "active");
  const navigate = useNavigate();
  const [number, setNumber] = useState("");
  const [agent, setAgent] = useState(String(active[0]?.id ?? ""));
  const place = useAction({
    run: () =>
      callApi("POST /telephony/initiate-call", { body: { workflow_id: Number(agent), phone_number: number || null } }),
    said: words.calls.placed,
    onDone: async ({ workflow_run_id: callId }) => {
      onDone();
      await navigate({ to: "/calls/$agentId/$callId", params: { agentId: Number(agent), callId } });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => place.mutate()}
      action={words.calls.placeOne}
      isBusy={place.isPending}
      isDisabled={agent === ""}
      error={place.error}
    >
      <TextField
        label={words.calls.number}
        value={number}
        onChange={setNumber}
        {...(testNumber !== null && { hint: words.calls.numberHint(testNumber) })}
        placeholder={testNumber ?? "+12025550123"}
        isRequired={testNumber === null}
        hasFocus
      />
      <Choice
        label={words.calls.agent}
        value={agent}
        onChange={setAgent}
        options={active.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Form>
  );
};
