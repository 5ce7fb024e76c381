import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import { CLOCKS, type DatesDraft, isClockOwner } from "./campaign-dates.ts";

interface DateFieldsProps {
  draft: DatesDraft;
  /** Its start cannot be changed any more. */
  hasBegun: boolean;
  onChange(change: Partial<DatesDraft>): void;
}

/** Asks when the campaign begins and ends, and on whose clock. */
export const DateFields = ({ draft, hasBegun, onChange }: DateFieldsProps) => (
  <FieldRow>
    {!hasBegun && (
      <TextField
        label={words.campaigns.startsAt}
        hint={words.campaigns.startsAtHint}
        type="datetime-local"
        value={draft.startsAt}
        onChange={(startsAt) => onChange({ startsAt })}
      />
    )}
    <TextField
      label={words.campaigns.endsAt}
      hint={words.campaigns.endsAtHint}
      type="datetime-local"
      value={draft.endsAt}
      onChange={(endsAt) => onChange({ endsAt })}
    />
    <Choice
      label={words.campaigns.whoseClock}
      value={draft.clock}
      onChange={(clock) => isClockOwner(clock) && onChange({ clock })}
      options={CLOCKS.map((value) => ({ value, label: words.campaigns.clocks[value] }))}
    />
  </FieldRow>
);
