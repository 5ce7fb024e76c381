import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "../agents/agent-queries.ts";
import { callApi } from "../api/client.ts";
import { Choice } from "../ui/choice.tsx";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { intakesQuery } from "./contact-queries.ts";
import styles from "./contacts.module.css";
import { findLineFault, NEW_CALLS_INTAKE, toMapping } from "./intake-draft.ts";
import { fieldOf, IntakeFields } from "./intake-fields.tsx";

const { intakes } = words;
const ANY = "any";
const KEY_FIELD = { label: intakes.callKey, hint: intakes.callKeyHint, placeholder: "/variables/order" };

/** Asks which ended calls have their people join a list, and what of them makes a contact. */
export const NewCallsIntake = ({ listId, onDone }: { listId: number; onDone(): void }) => {
  const queries = useQueryClient();
  const { data: agents = [] } = useQuery(agentsQuery);
  const [draft, setDraft] = useState(NEW_CALLS_INTAKE);
  const [agent, setAgent] = useState(ANY);
  const [when, setWhen] = useState("");
  const calls = {
    ...(agent !== ANY && { workflow_ids: [Number(agent)] }),
    ...(when.trim() !== "" && { when: when.trim() }),
  };
  const make = useAction({
    run: () =>
      callApi("POST /contact-lists/{contact_list_id}/intakes", {
        params: { contact_list_id: listId },
        body: { name: draft.name, mapping: toMapping(draft), calls },
      }),
    said: intakes.callsMade,
    onDone: () => {
      void queries.invalidateQueries({ queryKey: intakesQuery(listId).queryKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => make.mutate()}
      action={intakes.makeCalls}
      needs="operator"
      isBusy={make.isPending}
      isDisabled={findLineFault(draft) !== undefined}
      error={make.error}
    >
      <TextField
        label={intakes.name}
        hint={intakes.callsNameHint}
        {...fieldOf(draft, setDraft)("name")}
        isRequired
        hasFocus
      />
      <Choice
        label={intakes.callsOf}
        options={[
          { value: ANY, label: intakes.anyAgent },
          ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={agent}
        onChange={setAgent}
      />
      <LongTextField label={intakes.whichCalls} hint={intakes.whichCallsHint} value={when} onChange={setWhen} isCode />
      <p className={styles.soft}>{intakes.callPointers}</p>
      <IntakeFields
        draft={draft}
        onChange={setDraft}
        keyField={KEY_FIELD}
        attributesHint={intakes.callAttributesHint}
      />
    </Form>
  );
};
