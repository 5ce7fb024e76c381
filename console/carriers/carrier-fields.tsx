import { LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { sayOffer } from "../words/say-offer.ts";
import type { CarrierKind } from "./carrier-words.ts";

type Field = CarrierKind["fields"][number];
export type CarrierValues = Record<string, string | number | boolean | null>;

interface CarrierFieldsProps {
  fields: readonly Field[];
  values: CarrierValues;
  onChange(values: CarrierValues): void;
}

const textOf = (value: CarrierValues[string] | undefined): string =>
  value === undefined || value === null ? "" : String(value);

/** Renders the fields from the API's description of the carrier, so that new carriers need no change here. */
export const CarrierFields = ({ fields, values, onChange }: CarrierFieldsProps) =>
  fields.map(({ name, type, required, sensitive, description, placeholder, ...field }) => {
    const label = sayOffer(field.label);
    const set = (value: CarrierValues[string]) => onChange({ ...values, [name]: value });
    const hint = description ? { hint: sayOffer(description) } : {};
    if (type === "boolean")
      return <SwitchField key={name} label={label} {...hint} isOn={values[name] === true} onChange={set} />;
    const props = {
      label,
      ...hint,
      value: textOf(values[name]),
      isRequired: required,
      ...(placeholder && { placeholder }),
    };
    const setText = (text: string) => set(text === "" ? null : text);
    if (type === "number")
      return (
        <TextField
          key={name}
          {...props}
          type="number"
          step="any"
          onChange={(text) => set(text === "" ? null : Number(text))}
        />
      );
    return type === "textarea" ? (
      <LongTextField key={name} {...props} onChange={setText} isCode />
    ) : (
      <TextField
        key={name}
        {...props}
        onChange={setText}
        type={sensitive ? "password" : "text"}
        autoComplete={sensitive ? "new-password" : "off"}
      />
    );
  });
