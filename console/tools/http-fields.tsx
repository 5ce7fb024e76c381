import { PropertyField } from "../agents/property-field.tsx";
import type { NodeProperty } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { CredentialField } from "./credential-field.tsx";
import { type ConfigProps, listEntries, readText } from "./tool-json.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const TYPES = ["string", "number", "boolean", "object", "array"] as const;

const part = (name: keyof typeof words.tools.parameterParts, rest: Partial<NodeProperty>): NodeProperty => ({
  name,
  type: "string",
  display_name: words.tools.parameterParts[name],
  description: "",
  required: true,
  ...rest,
});

/** The parameters that the agent has to give when it uses the tool. */
const PARAMETERS: NodeProperty = {
  name: "parameters",
  type: "fixed_collection",
  display_name: words.tools.parameters,
  description: words.tools.parametersHint,
  required: false,
  properties: [
    part("name", {}),
    part("type", {
      type: "options",
      options: TYPES.map((value) => ({ value, label: words.tools.parameterTypes[value] })),
    }),
    part("description", { description: words.tools.parameterDescriptionHint }),
    part("required", { type: "boolean", required: false }),
  ],
};

/** A new row is a required text. */
const NEW_PARAMETER = { name: "", type: "string", description: "", required: true };

export const HttpFields = ({ config, onChange }: ConfigProps) => (
  <>
    <FieldRow>
      <Choice<string>
        label={words.tools.method}
        value={readText(config, "method")}
        onChange={(method) => onChange({ method })}
        options={METHODS.map((value) => ({ value, label: value }))}
      />
      <TextField
        label={words.tools.url}
        type="url"
        value={readText(config, "url")}
        onChange={(url) => onChange({ url })}
        isRequired
      />
    </FieldRow>
    <CredentialField config={config} onChange={onChange} />
    <PropertyField
      property={PARAMETERS}
      value={config["parameters"]}
      fault={undefined}
      onChange={(rows) => onChange({ parameters: listEntries(rows).map((row) => ({ ...NEW_PARAMETER, ...row })) })}
    />
  </>
);
