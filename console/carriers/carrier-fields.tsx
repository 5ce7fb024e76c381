import type { Answer } from "../api/client.ts";
import { LongTextField, TextField } from "../ui/fields.tsx";

type Field = Answer<"GET /organizations/telephony-providers/metadata">["providers"][number]["fields"][number];

interface CarrierFieldsProps {
  fields: readonly Field[];
  values: Record<string, string>;
  onChange(values: Record<string, string>): void;
}

/** What the API says that this carrier needs: a new carrier needs no change here. */
export const CarrierFields = ({ fields, values, onChange }: CarrierFieldsProps) =>
  fields.map(({ name, label, type, required, sensitive, description, placeholder }) => {
    const props = {
      label,
      value: values[name] ?? "",
      onChange: (value: string) => onChange({ ...values, [name]: value }),
      isRequired: required,
      ...(description && { hint: description }),
      ...(placeholder && { placeholder }),
    };
    return type === "textarea" ? (
      <LongTextField key={name} {...props} isCode />
    ) : (
      <TextField
        key={name}
        {...props}
        type={sensitive ? "password" : "text"}
        autoComplete={sensitive ? "new-password" : "off"}
      />
    );
  });
