import { FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { findLineFault, type IntakeDraft } from "./intake-draft.ts";

const { intakes } = words;

/** Returns what a text field of a draft needs. */
export const fieldOf = (draft: IntakeDraft, onChange: (draft: IntakeDraft) => void) => (name: keyof IntakeDraft) => ({
  value: draft[name],
  onChange: (value: string) => onChange({ ...draft, [name]: value }),
  maxLength: 255,
});

interface IntakeFieldsProps {
  draft: IntakeDraft;
  onChange(draft: IntakeDraft): void;
  keyField: { label: string; hint: string; placeholder: string };
  attributesHint: string;
}

/** Asks what of a form's answers, or of a call, makes a contact. */
export const IntakeFields = ({ draft, onChange, keyField, attributesHint }: IntakeFieldsProps) => {
  const field = fieldOf(draft, onChange);
  return (
    <>
      <FieldRow>
        <TextField label={intakes.number} {...field("number")} isRequired />
        <TextField label={intakes.person} {...field("person")} />
        <TextField label={intakes.zone} {...field("zone")} />
      </FieldRow>
      <TextField {...keyField} {...field("key")} />
      <LongTextField
        label={intakes.attributes}
        hint={attributesHint}
        value={draft.attributes}
        onChange={(attributes) => onChange({ ...draft, attributes })}
        fault={findLineFault(draft)}
        isCode
      />
      <TextField label={intakes.consentFrom} hint={intakes.consentFromHint} {...field("consentFrom")} />
      {draft.consentFrom !== "" && (
        <>
          <TextField label={intakes.grantedBy} hint={intakes.grantedByHint} {...field("grantedBy")} />
          <TextField label={intakes.wording} {...field("wording")} maxLength={2000} />
        </>
      )}
    </>
  );
};
