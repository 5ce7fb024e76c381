import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Routes } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { isJson } from "./tool-json.ts";

type Definition = Routes["POST /tools/"]["body"]["definition"];
const KINDS = ["http_api", "transfer_call", "end_call", "calculator"] as const;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const NONE = "";

interface Fields {
  kind: (typeof KINDS)[number];
  url: string;
  method: (typeof METHODS)[number];
  credential: string;
  parameters: string;
  destination: string;
}

const definitionOf = (fields: Fields): Definition => {
  switch (fields.kind) {
    case "http_api":
      return {
        type: "http_api",
        config: {
          method: fields.method,
          url: fields.url,
          ...(fields.credential !== NONE && { credential_uuid: fields.credential }),
          ...(fields.parameters.trim() !== "" && { parameters: JSON.parse(fields.parameters) }),
        },
      };
    case "transfer_call":
      return {
        type: "transfer_call",
        config: { destination_source: "static", destination: fields.destination, messageType: "none" },
      };
    case "end_call":
      return { type: "end_call", config: { messageType: "none" } };
    case "calculator":
      return { type: "calculator" };
  }
};

export const NewTool = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const { data: credentials } = useQuery({ queryKey: ["credentials"], queryFn: () => callApi("GET /credentials/") });
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [fields, setFields] = useState<Fields>({
    kind: "http_api",
    url: "",
    method: "GET",
    credential: NONE,
    parameters: "",
    destination: "",
  });
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const isReadable = isJson(fields.parameters);
  const create = useAction({
    run: () =>
      callApi("POST /tools/", { body: { name, description, category: fields.kind, definition: definitionOf(fields) } }),
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
      isDisabled={!isReadable}
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
      <Choice<Fields["kind"]>
        label={words.tools.kind}
        value={fields.kind}
        onChange={(kind) => set({ kind })}
        options={KINDS.map((value) => ({ value, label: words.tools.kinds[value] ?? value }))}
      />
      {fields.kind === "http_api" && (
        <>
          <FieldRow>
            <Choice<Fields["method"]>
              label={words.tools.method}
              value={fields.method}
              onChange={(method) => set({ method })}
              options={METHODS.map((value) => ({ value, label: value }))}
            />
            <TextField
              label={words.tools.url}
              type="url"
              value={fields.url}
              onChange={(url) => set({ url })}
              isRequired
            />
          </FieldRow>
          <Choice
            label={words.tools.credential}
            value={fields.credential}
            onChange={(credential) => set({ credential })}
            options={[
              { value: NONE, label: words.tools.noCredential },
              ...(credentials ?? []).map(({ uuid, name: label }) => ({ value: uuid, label })),
            ]}
          />
          <LongTextField
            label={words.tools.parameters}
            hint={words.tools.parametersHint}
            value={fields.parameters}
            onChange={(parameters) => set({ parameters })}
            fault={isReadable ? undefined : words.agents.notJson}
            rows={5}
            isCode
          />
        </>
      )}
      {fields.kind === "transfer_call" && (
        <TextField
          label={words.tools.destination}
          hint={words.tools.destinationHint}
          value={fields.destination}
          onChange={(destination) => set({ destination })}
          isRequired
        />
      )}
    </Form>
  );
};
