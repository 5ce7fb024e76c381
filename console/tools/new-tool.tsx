import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Choice } from "../ui/choice.tsx";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { DefinitionFields } from "./definition-fields.tsx";
import { readDefinition, writeDefinition } from "./tool-json.ts";

/** The definitions with which a new tool of each kind begins. */
const BEGINNINGS = {
  http_api: { type: "http_api", config: { method: "GET", url: "", parameters: [] } },
  mcp: { type: "mcp", config: { url: "" } },
  transfer_call: {
    type: "transfer_call",
    config: { destination_source: "static", destination: "", messageType: "none" },
  },
  end_call: { type: "end_call", config: { messageType: "none" } },
  calculator: { type: "calculator" },
} as const;
type Kind = keyof typeof BEGINNINGS;
const KINDS: readonly Kind[] = ["http_api", "mcp", "transfer_call", "end_call", "calculator"];

export const NewTool = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [kind, setKind] = useState<Kind>("http_api");
  const [definition, setDefinition] = useState(() => writeDefinition(BEGINNINGS.http_api));
  const create = useAction({
    run: () =>
      callApi("POST /tools/", { body: { name, description, category: kind, definition: JSON.parse(definition) } }),
    said: words.tools.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: ["tools"] });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => create.mutate()}
      action={words.tools.newOne}
      isBusy={create.isPending}
      isDisabled={readDefinition(definition) === null}
      error={create.error}
    >
      <TextField label={words.tools.name} value={name} onChange={setName} maxLength={255} isRequired hasFocus />
      <LongTextField
        label={words.tools.description}
        hint={words.tools.descriptionHint}
        value={description}
        onChange={setDescription}
        isRequired
      />
      <Choice<Kind>
        label={words.tools.kind}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setDefinition(writeDefinition(BEGINNINGS[chosen]));
        }}
        options={KINDS.map((value) => ({ value, label: words.tools.kinds[value] ?? value }))}
      />
      <DefinitionFields key={kind} text={definition} onChange={setDefinition} />
    </Form>
  );
};
