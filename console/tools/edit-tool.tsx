import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Tool } from "../api/routes.ts";
import { LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { DefinitionFields } from "./definition-fields.tsx";
import { isJson, listParameters, readDefinition, writeDefinition } from "./tool-json.ts";

interface ToolProps {
  tool: Tool;
  onDone(): void;
}

export const EditTool = ({ tool, onDone }: ToolProps) => {
  const queries = useQueryClient();
  const [name, setName] = useState(tool.name);
  const [description, setDescription] = useState(tool.description ?? "");
  const [asks, setAsks] = useState(tool.requires_confirmation);
  const [definition, setDefinition] = useState(() => writeDefinition(tool.definition));
  const save = useAction({
    run: () =>
      callApi("PUT /tools/{tool_uuid}", {
        params: { tool_uuid: tool.tool_uuid },
        body: { name, description, requires_confirmation: asks, definition: JSON.parse(definition) },
      }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: ["tools"] });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={words.shell.save}
      needs="admin"
      isBusy={save.isPending}
      isDisabled={readDefinition(definition) === null}
      error={save.error}
    >
      <TextField label={words.tools.name} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
      <LongTextField
        label={words.tools.description}
        hint={words.tools.descriptionHint}
        value={description}
        onChange={setDescription}
      />
      <SwitchField label={words.tools.asks} hint={words.tools.asksHint} isOn={asks} onChange={setAsks} />
      <DefinitionFields text={definition} onChange={setDefinition} />
    </Form>
  );
};

/** Calls the tool once, as an agent would, and shows the result. */
export const TestTool = ({ tool }: { tool: Tool }) => {
  const [given, setGiven] = useState(() =>
    JSON.stringify(Object.fromEntries(listParameters(tool).map((name) => [name, ""])), null, 2),
  );
  const [name, setName] = useState("");
  const test = useAction({
    run: () =>
      callApi("POST /tools/{tool_uuid}/test", {
        params: { tool_uuid: tool.tool_uuid },
        body: { arguments: JSON.parse(given), ...(name && { function: name }) },
      }),
    isQuietOnRefusal: true,
  });
  const isReadable = isJson(given);
  return (
    <Form
      isQuestion
      onSubmit={() => test.mutate()}
      action={words.tools.runTest}
      needs="admin"
      isBusy={test.isPending}
      isDisabled={!isReadable}
      error={test.error}
    >
      <p>{words.tools.testText}</p>
      {tool.category === "mcp" && <TextField label={words.tools.function} value={name} onChange={setName} isRequired />}
      <LongTextField
        label={words.tools.given}
        value={given}
        onChange={setGiven}
        fault={isReadable ? undefined : words.agents.notJson}
        rows={5}
        isCode
      />
      <div role="status">
        {test.data && (
          <>
            <p>
              {words.tools.testStates[test.data.state]}
              {test.data.status_code !== null && ` · ${test.data.status_code}`} ·{" "}
              {words.tools.took(String(test.data.duration_ms))}
            </p>
            <LongTextField
              label={words.tools.result}
              value={JSON.stringify(test.data.result, null, 2)}
              onChange={() => {}}
              rows={8}
              isCode
            />
          </>
        )}
      </div>
    </Form>
  );
};
