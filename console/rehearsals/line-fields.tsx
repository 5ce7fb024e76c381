import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { DOINGS, type Doing, type LineDraft } from "./scenario-draft.ts";

interface LineFieldsProps {
  line: LineDraft;
  onChange(change: Partial<LineDraft>): void;
}

const LABELS: Readonly<Record<Exclude<Doing, "hang_up">, string>> = {
  say: words.rehearsals.words,
  press: words.rehearsals.pressed,
  silence_seconds: words.rehearsals.seconds,
};

export const LineFields = ({ line, onChange }: LineFieldsProps) => (
  <>
    <FieldRow>
      <Choice<Doing>
        label={words.rehearsals.does}
        value={line.does}
        onChange={(does) => onChange({ does, value: "" })}
        options={DOINGS.map((value) => ({ value, label: words.rehearsals.doing[value] }))}
      />
      {line.does !== "hang_up" && (
        <TextField
          label={LABELS[line.does]}
          value={line.value}
          onChange={(value) => onChange({ value })}
          isRequired
          {...(line.does === "silence_seconds" && { type: "number" as const, min: 1, max: 600 })}
        />
      )}
    </FieldRow>
    <FieldRow>
      <TextField
        label={words.rehearsals.whenSaid}
        hint={words.rehearsals.whenHint}
        value={line.when}
        onChange={(when) => onChange({ when })}
      />
      {line.does !== "silence_seconds" && (
        <TextField
          type="number"
          min={0}
          max={200}
          label={words.rehearsals.interrupts}
          hint={words.rehearsals.interruptsHint}
          value={line.interrupts}
          onChange={(interrupts) => onChange({ interrupts })}
        />
      )}
    </FieldRow>
  </>
);
