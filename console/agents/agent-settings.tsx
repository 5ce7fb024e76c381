import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { agentQuery } from "./agent-queries.ts";
import { mergeNames, type NameAndVariables, readVariables, shownOf, toChanges } from "./agent-variables.ts";
import type { Change } from "./compare-definitions.ts";
import { isChangedMeanwhile, lookAgainWhenChanged } from "./definition-changed.ts";
import { ChangeList } from "./difference.tsx";
import type { ChangeProps } from "./publish.tsx";

/** Changes name and variables. Changes that somebody else has saved meanwhile are put into the form, and shown, before it is saved. */
export const AgentSettings = ({ agent, onDone }: ChangeProps) => {
  const queries = useQueryClient();
  const [seen, setSeen] = useState(agent);
  const [form, setForm] = useState(() => shownOf(agent));
  const [theirs, setTheirs] = useState<readonly Change[]>([]);
  const lookAgain = async () => {
    const present = await queries.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 });
    const sides = { base: shownOf(seen), mine: form, theirs: shownOf(present) };
    setForm(mergeNames(sides));
    setTheirs(listChanges(sides.base, sides.theirs));
    setSeen(present);
  };
  const save = useAction({
    run: () =>
      lookAgainWhenChanged(
        () =>
          callApi("PUT /workflows/{workflow_id}", {
            params: { workflow_id: agent.id },
            body: { ...toChanges(seen, form), expected_settings_digest: seen.settings_digest },
          }),
        lookAgain,
      ),
    said: words.shell.saved,
    onDone,
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={words.shell.save}
      isBusy={save.isPending}
      error={isChangedMeanwhile(save.error) ? null : save.error}
    >
      <div role="status">
        {isChangedMeanwhile(save.error) && (
          <Notice tone="warn" title={words.agents.drawnByTwo}>
            {words.agents.settingsTogether}
            <ChangeList title={words.agents.changedByThem} changes={theirs} />
          </Notice>
        )}
      </div>
      <TextField
        label={words.agents.name}
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
        maxLength={255}
        isRequired
        hasFocus
      />
      <LongTextField
        label={words.agents.variables}
        hint={words.agents.variablesHint}
        value={form.variables}
        onChange={(variables) => setForm({ ...form, variables })}
        rows={5}
        isCode
      />
    </Form>
  );
};

const listChanges = (from: NameAndVariables, to: NameAndVariables): Change[] => {
  const [before, after] = [readVariables(from.variables), readVariables(to.variables)];
  const parts = [
    { what: words.agents.name, before: from.name, after: to.name },
    ...[...new Set([...before.keys(), ...after.keys()])].map((variable) => ({
      what: variable,
      before: before.get(variable) ?? "",
      after: after.get(variable) ?? "",
    })),
  ];
  return parts.filter((part) => part.before !== part.after);
};
