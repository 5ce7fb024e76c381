import { Choice } from "../ui/choice.tsx";
import { FieldRow, LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { Entries } from "./entries.tsx";
import { EMPTY_DOCUMENT, type ScenarioDraft } from "./scenario-draft.ts";

interface SettingFieldsProps {
  draft: ScenarioDraft;
  onChange(change: Partial<ScenarioDraft>): void;
}

const optionsOf = <L extends Readonly<Record<string, string>>>(labels: L, values: readonly (keyof L & string)[]) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

/** The call in which the scenario plays: who calls whom, when, and with which variables. */
export const SettingFields = ({ draft, onChange }: SettingFieldsProps) => (
  <>
    <FieldRow>
      <Choice
        label={words.rehearsals.direction}
        value={draft.direction}
        onChange={(direction) => onChange({ direction })}
        options={optionsOf(words.rehearsals.directions, ["outbound", "inbound"])}
      />
      <Choice
        label={words.rehearsals.answeredBy}
        value={draft.answeredBy}
        onChange={(answeredBy) => onChange({ answeredBy })}
        options={optionsOf(words.rehearsals.answeredByKinds, ["person", "voicemail", "fax", "unknown"])}
      />
      <Choice
        label={words.rehearsals.transfer}
        value={draft.transfer}
        onChange={(transfer) => onChange({ transfer })}
        options={optionsOf(words.rehearsals.transfers, ["answered", "busy", "no_answer", "failed"])}
      />
    </FieldRow>
    <LongTextField
      label={words.rehearsals.context}
      hint={words.rehearsals.contextHint}
      value={draft.context}
      onChange={(context) => onChange({ context })}
      rows={3}
      isCode
    />
    <FieldRow>
      <TextField
        type="datetime-local"
        label={words.rehearsals.now}
        hint={words.rehearsals.nowHint}
        value={draft.now}
        onChange={(now) => onChange({ now })}
      />
      <TextField
        label={words.rehearsals.timezone}
        hint={words.rehearsals.timezoneHint}
        value={draft.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
    </FieldRow>
    <SwitchField
      label={words.rehearsals.realDocuments}
      isOn={draft.documents === null}
      onChange={(isReal) => onChange({ documents: isReal ? null : [] })}
    />
    {draft.documents && (
      <Entries
        legend={words.rehearsals.documents}
        add={words.rehearsals.addDocument}
        nameOf={words.rehearsals.documentNumber}
        removal={words.rehearsals.removeDocument}
        entries={draft.documents}
        empty={EMPTY_DOCUMENT}
        onChange={(documents) => onChange({ documents })}
      >
        {(document, change) => (
          <>
            <TextField
              label={words.rehearsals.documentName}
              value={document.name}
              onChange={(name) => change({ name })}
              isRequired
            />
            <LongTextField
              label={words.rehearsals.documentText}
              value={document.text}
              onChange={(text) => change({ text })}
              isRequired
            />
          </>
        )}
      </Entries>
    )}
  </>
);
