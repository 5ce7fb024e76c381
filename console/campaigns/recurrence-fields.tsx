import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { TIME_ZONES } from "../ui/time-zones.ts";
import { words } from "../words/words.ts";
import { isMissed, isOverlap, isRepeats, MISSED, OVERLAPS, REPEATS, type RecurrenceDraft } from "./recurrence-draft.ts";

interface RecurrenceFieldsProps {
  draft: RecurrenceDraft;
  onChange(change: Partial<RecurrenceDraft>): void;
}

/** Asks whether the campaign is made anew again and again, when, and what is done where the last one still runs. */
export const RecurrenceFields = ({ draft, onChange }: RecurrenceFieldsProps) => (
  <>
    <FieldRow>
      <Choice
        label={words.campaigns.repeats}
        value={draft.repeats}
        onChange={(repeats) => isRepeats(repeats) && onChange({ repeats })}
        options={REPEATS.map((value) => ({ value, label: words.campaigns.repeatsEach[value] }))}
      />
      {draft.repeats !== "no" && <When draft={draft} onChange={onChange} />}
    </FieldRow>
    {draft.repeats !== "no" && (
      <FieldRow>
        <Choice
          label={words.campaigns.overlap}
          value={draft.overlap}
          onChange={(overlap) => isOverlap(overlap) && onChange({ overlap })}
          options={OVERLAPS.map((value) => ({ value, label: words.campaigns.overlaps[value] }))}
        />
        <Choice
          label={words.campaigns.missed}
          value={draft.missed}
          onChange={(missed) => isMissed(missed) && onChange({ missed })}
          options={MISSED.map((value) => ({ value, label: words.campaigns.missedEach[value] }))}
        />
      </FieldRow>
    )}
  </>
);

const When = ({ draft, onChange }: RecurrenceFieldsProps) => (
  <>
    {draft.repeats === "own" ? (
      <TextField
        label={words.campaigns.rule}
        hint={words.campaigns.ruleHint}
        value={draft.rule}
        onChange={(rule) => onChange({ rule })}
        isRequired
      />
    ) : (
      <TextField
        label={words.campaigns.repeatsAt}
        type="time"
        value={draft.repeatsAt}
        onChange={(repeatsAt) => onChange({ repeatsAt })}
        isRequired
      />
    )}
    <TextField
      label={words.campaigns.rhythmZone}
      value={draft.rhythmZone}
      onChange={(rhythmZone) => onChange({ rhythmZone })}
      suggestions={TIME_ZONES}
      isRequired
    />
  </>
);
