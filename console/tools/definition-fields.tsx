import { useState } from "react";
import { LongTextField, SwitchField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { HttpFields } from "./http-fields.tsx";
import { McpFields } from "./mcp-fields.tsx";
import { type ConfigProps, type Definition, readDefinition, writeDefinition } from "./tool-json.ts";
import { TransferFields } from "./transfer-fields.tsx";

interface DefinitionFieldsProps {
  /** The definition in the API's form, as text. */
  text: string;
  onChange(text: string): void;
}

/** The fields of a tool's kind; whatever they do not show is changed in the definition's text. */
export const DefinitionFields = ({ text, onChange }: DefinitionFieldsProps) => {
  const [isText, setText] = useState(false);
  const definition = readDefinition(text);
  return (
    <>
      {definition && !isText && (
        <KindFields
          definition={definition}
          onChange={(changes) =>
            onChange(writeDefinition({ ...definition, config: { ...definition.config, ...changes } }))
          }
        />
      )}
      <SwitchField label={words.tools.definition} hint={words.tools.definitionHint} isOn={isText} onChange={setText} />
      {(isText || !definition) && (
        <LongTextField
          label={words.tools.definitionText}
          value={text}
          onChange={onChange}
          fault={definition ? undefined : words.agents.notJson}
          rows={12}
          isCode
        />
      )}
    </>
  );
};

interface KindFieldsProps {
  definition: Definition;
  onChange: ConfigProps["onChange"];
}

const KindFields = ({ definition: { type, config }, onChange }: KindFieldsProps) => {
  switch (type) {
    case "http_api":
      return <HttpFields config={config} onChange={onChange} />;
    case "mcp":
      return <McpFields config={config} onChange={onChange} />;
    case "transfer_call":
      return <TransferFields config={config} onChange={onChange} />;
    default:
      return null;
  }
};
