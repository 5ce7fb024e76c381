import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ScenariosUpdateBody } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { type AgentNames, CheckFields } from "./check-fields.tsx";
import { Entries } from "./entries.tsx";
import { LineFields } from "./line-fields.tsx";
import { PersonaFields } from "./persona-fields.tsx";
import { personasQuery, scenariosKey } from "./rehearsal-queries.ts";
import { EMPTY_CHECK, EMPTY_LINE, EMPTY_TOOL, isJson, type ScenarioDraft, toBody } from "./scenario-draft.ts";
import { SettingFields } from "./setting-fields.tsx";
import { ToolFields } from "./tool-fields.tsx";

interface ScenarioFormProps {
  agentId: number;
  /** null: it is a new one. */
  scenarioId: number | null;
  initial: ScenarioDraft;
  names: AgentNames;
}

/** Everything that a scenario has, from the caller's first words to what is expected in the end. */
export const ScenarioForm = ({ agentId, scenarioId, initial, names }: ScenarioFormProps) => {
  const [draft, setDraft] = useState(initial);
  const change = (changed: Partial<ScenarioDraft>) => setDraft({ ...draft, ...changed });
  const { data } = useQuery(personasQuery);
  const personas = data?.personas ?? [];
  const save = useSave({ agentId, scenarioId }, () =>
    toBody(
      draft,
      personas.map(({ name }) => name),
    ),
  );
  return (
    <Card title={scenarioId === null ? words.rehearsals.newScenario : words.rehearsals.scenario}>
      <Form
        onSubmit={() => save.mutate()}
        action={words.shell.save}
        needs="operator"
        isBusy={save.isPending}
        isDisabled={!isReadable(draft)}
        error={save.error}
      >
        <TextField
          label={words.rehearsals.name}
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={200}
          isRequired
          hasFocus={scenarioId === null}
        />
        <Choice
          label={words.rehearsals.caller}
          value={draft.callerKind}
          onChange={(callerKind) => change({ callerKind })}
          options={[
            { value: "scripted", label: words.rehearsals.callers.scripted },
            { value: "persona", label: words.rehearsals.callers.persona },
          ]}
        />
        {draft.callerKind === "persona" ? (
          <PersonaFields
            persona={draft.persona}
            personas={personas}
            onChange={(persona) => change({ persona: { ...draft.persona, ...persona } })}
          />
        ) : (
          <Entries
            legend={words.rehearsals.lines}
            add={words.rehearsals.addLine}
            nameOf={words.rehearsals.line}
            removal={words.rehearsals.removeLine}
            entries={draft.lines}
            empty={EMPTY_LINE}
            onChange={(lines) => change({ lines })}
          >
            {(line, changeLine) => <LineFields line={line} onChange={changeLine} />}
          </Entries>
        )}
        <Entries
          legend={words.rehearsals.checks}
          add={words.rehearsals.addCheck}
          nameOf={words.rehearsals.check}
          removal={words.rehearsals.removeCheck}
          entries={draft.checks}
          empty={EMPTY_CHECK}
          onChange={(checks) => change({ checks })}
        >
          {(check, changeCheck) => <CheckFields check={check} names={names} onChange={changeCheck} />}
        </Entries>
        <Entries
          legend={words.rehearsals.tools}
          hint={words.rehearsals.toolsText}
          add={words.rehearsals.addTool}
          nameOf={words.rehearsals.toolNumber}
          removal={words.rehearsals.removeTool}
          entries={draft.tools}
          empty={EMPTY_TOOL}
          onChange={(tools) => change({ tools })}
        >
          {(tool, changeTool) => <ToolFields tool={tool} names={names.tools} onChange={changeTool} />}
        </Entries>
        <SettingFields draft={draft} onChange={change} />
        <FieldRow>
          <TextField
            type="number"
            min={1}
            max={10}
            label={words.rehearsals.runs}
            value={draft.runs}
            onChange={(runs) => change({ runs })}
            isRequired
          />
          <SwitchField
            label={words.rehearsals.mustPass}
            isOn={draft.mustPass}
            onChange={(mustPass) => change({ mustPass })}
          />
        </FieldRow>
      </Form>
    </Card>
  );
};

/** What is JSON has to be some before it can be sent. */
const isReadable = ({ checks, tools }: ScenarioDraft): boolean =>
  checks.every(({ arguments: typed }) => typed.trim() === "" || isJson(typed)) &&
  tools.every(({ does, value }) => does === "fails" || value.trim() === "" || isJson(value));

const useSave = (
  { agentId, scenarioId }: Pick<ScenarioFormProps, "agentId" | "scenarioId">,
  buildBody: () => ScenariosUpdateBody,
) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    run: () =>
      scenarioId === null
        ? callApi("POST /workflows/{workflow_id}/scenarios", {
            params: { workflow_id: agentId },
            body: buildBody(),
          })
        : callApi("PUT /workflows/{workflow_id}/scenarios/{scenario_id}", {
            params: { workflow_id: agentId, scenario_id: scenarioId },
            body: buildBody(),
          }),
    said: words.rehearsals.saved,
    isQuietOnRefusal: true,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: scenariosKey(agentId) });
      await navigate({ to: "/agents/$agentId/rehearsals", params: { agentId } });
    },
  });
};
