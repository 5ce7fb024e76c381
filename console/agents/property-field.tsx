import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NodeProperty } from "../api/routes.ts";
import { credentialsQuery, toolsQuery } from "../credentials/credential-queries.ts";
import { Choice } from "../ui/choice.tsx";
import { CheckField, LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { documentsQuery } from "./agent-queries.ts";
import styles from "./agents.module.css";
import { CollectionField } from "./collection-field.tsx";

interface PropertyFieldProps {
  property: NodeProperty;
  value: unknown;
  fault: string | undefined;
  onChange(value: unknown): void;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

/** Renders the field of a property by its type alone. */
export const PropertyField = (props: PropertyFieldProps) => {
  const { property, value, fault, onChange } = props;
  const current = value ?? property.default;
  const frame = {
    label: property.display_name,
    hint: property.description,
    fault,
    isRequired: property.required,
  };
  switch (property.type) {
    case "boolean":
      return <SwitchField {...frame} isOn={current === true} onChange={onChange} />;
    case "options":
      return <Choice {...frame} options={property.options ?? []} value={textOf(current)} onChange={onChange} />;
    case "number":
      return (
        <TextField
          {...frame}
          type="number"
          step="any"
          value={textOf(current)}
          onChange={(text) => onChange(text === "" ? undefined : Number(text))}
        />
      );
    case "mention_textarea":
      return <LongTextField {...frame} rows={5} value={textOf(current)} onChange={onChange} />;
    case "fixed_collection":
      return (
        <CollectionField
          {...props}
          renderPart={(part, of, change) => (
            <PropertyField property={part} value={of} fault={undefined} onChange={change} />
          )}
        />
      );
    case "json":
      return <JsonField {...props} />;
    case "tool_refs":
      return <ToolRefs {...props} />;
    case "document_refs":
      return <DocumentRefs {...props} />;
    case "credential_ref":
      return <CredentialRef {...props} />;
    default:
      return (
        <TextField {...frame} value={textOf(current)} onChange={(text) => onChange(text === "" ? undefined : text)} />
      );
  }
};

/** Keeps text while it is typed, and passes it on when it is JSON. */
const JsonField = ({ property, value, fault, onChange }: PropertyFieldProps) => {
  const [text, setText] = useState(() => textOf(value ?? property.default));
  const [isValid, setValid] = useState(true);
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
      setValid(true);
    } catch {
      setValid(false);
    }
  };
  return (
    <LongTextField
      label={property.display_name}
      hint={property.description}
      fault={isValid ? fault : words.agents.notJson}
      value={text}
      onChange={change}
      rows={4}
      isCode
    />
  );
};

interface RefsProps {
  label: string;
  hint: string;
  fault: string | undefined;
  choices: readonly { id: string; name: string }[];
  value: unknown;
  onChange(value: unknown): void;
}

const Refs = ({ label, hint, fault, choices, value, onChange }: RefsProps) => {
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset className={styles.refs}>
      <legend>{label}</legend>
      {choices.length === 0 && <p>{words.agents.nothingToChoose}</p>}
      {choices.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          isOn={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
      <p className={styles.hint}>{hint}</p>
      {fault && <p className={styles.fault}>{fault}</p>}
    </fieldset>
  );
};

const ToolRefs = ({ property, value, fault, onChange }: PropertyFieldProps) => {
  const { data } = useQuery(toolsQuery);
  const choices = (data ?? [])
    .filter(({ status }) => status === "active")
    .map(({ tool_uuid, name }) => ({ id: tool_uuid, name }));
  return <Refs label={property.display_name} hint={property.description} {...{ fault, choices, value, onChange }} />;
};

const DocumentRefs = ({ property, value, fault, onChange }: PropertyFieldProps) => {
  const { data } = useQuery(documentsQuery);
  const choices = (data ?? []).map(({ document_uuid, filename }) => ({ id: document_uuid, name: filename }));
  return <Refs label={property.display_name} hint={property.description} {...{ fault, choices, value, onChange }} />;
};

const NONE = "";

const CredentialRef = ({ property, value, fault, onChange }: PropertyFieldProps) => {
  const { data } = useQuery(credentialsQuery);
  return (
    <Choice
      label={property.display_name}
      hint={property.description}
      fault={fault}
      value={textOf(value)}
      onChange={(uuid) => onChange(uuid === NONE ? undefined : uuid)}
      options={[
        { value: NONE, label: words.agents.none },
        ...(data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
    />
  );
};
