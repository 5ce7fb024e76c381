import { CheckField, FieldRow, SwitchField, TextField } from "../ui/fields.tsx";
import { filterClass } from "../ui/filters.tsx";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { RETRY_REASONS, type SettingsDraft } from "./settings-draft.ts";

interface SettingsFieldsProps {
  draft: SettingsDraft;
  onChange(draft: SettingsDraft): void;
}

export const SettingsFields = ({ draft, onChange }: SettingsFieldsProps) => {
  const set = (change: Partial<SettingsDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <FieldRow>
        <TextField
          label={words.campaigns.maxConcurrency}
          hint={words.campaigns.maxConcurrencyHint}
          type="number"
          min={1}
          max={1000}
          value={draft.maxConcurrency}
          onChange={(maxConcurrency) => set({ maxConcurrency })}
        />
        <TextField
          label={words.campaigns.retries}
          hint={words.campaigns.retriesHint}
          type="number"
          min={0}
          max={10}
          value={draft.retries}
          onChange={(retries) => set({ retries })}
          isRequired
        />
        <TextField
          label={words.campaigns.retryDelay}
          type="number"
          min={0}
          max={1440}
          step="any"
          value={draft.retryDelayMinutes}
          onChange={(retryDelayMinutes) => set({ retryDelayMinutes })}
          isRequired
        />
      </FieldRow>
      {Number(draft.retries) > 0 && (
        <fieldset className={styles.choices}>
          <legend>{words.campaigns.retryOn}</legend>
          {RETRY_REASONS.map((reason) => (
            <CheckField
              key={reason}
              label={chooseOutcomeLook(reason).name}
              isOn={draft.retryOn[reason]}
              onChange={(isOn) => set({ retryOn: { ...draft.retryOn, [reason]: isOn } })}
            />
          ))}
        </fieldset>
      )}
      <SwitchField
        label={words.campaigns.ownHours}
        hint={words.campaigns.ownHoursHint}
        isOn={draft.hasHours}
        onChange={(hasHours) => set({ hasHours })}
      />
      {draft.hasHours && <Hours draft={draft} set={set} />}
      <SwitchField
        label={words.campaigns.breaker}
        hint={words.campaigns.breakerHint}
        isOn={draft.hasBreaker}
        onChange={(hasBreaker) => set({ hasBreaker })}
      />
    </>
  );
};

const Hours = ({ draft, set }: { draft: SettingsDraft; set(change: Partial<SettingsDraft>): void }) => {
  const toggle = (day: number) =>
    set({
      days: draft.days.includes(day)
        ? draft.days.filter((one) => one !== day)
        : [...draft.days, day].toSorted((a, b) => a - b),
      keptSlots: null,
    });
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{words.campaigns.days}</legend>
        <div className={styles.days}>
          {words.campaigns.weekdays.map((name, day) => (
            <button
              key={name}
              type="button"
              className={filterClass}
              aria-pressed={draft.days.includes(day)}
              onClick={() => toggle(day)}
            >
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <FieldRow>
        <TextField
          label={words.campaigns.from}
          type="time"
          value={draft.from}
          onChange={(from) => set({ from, keptSlots: null })}
          isRequired
        />
        <TextField
          label={words.campaigns.until}
          type="time"
          value={draft.until}
          onChange={(until) => set({ until, keptSlots: null })}
          isRequired
        />
        <TextField
          label={words.campaigns.zone}
          value={draft.timezone}
          onChange={(timezone) => set({ timezone })}
          isRequired
        />
      </FieldRow>
    </>
  );
};
