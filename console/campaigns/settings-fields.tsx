import { AgentChoice } from "../carriers/agent-choice.tsx";
import { CheckField, FieldRow, SwitchField, TextField } from "../ui/fields.tsx";
import { HoursFields } from "../ui/hours-fields.tsx";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { TIME_ZONES } from "../ui/time-zones.ts";
import { formatDuration, formatPercent, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { DateFields } from "./date-fields.tsx";
import { JoiningFields } from "./joining-fields.tsx";
import { RecurrenceFields } from "./recurrence-fields.tsx";
import { ANSWERERS, type BudgetDraft, RETRY_REASONS, type SettingsDraft } from "./settings-draft.ts";

interface SettingsFieldsProps {
  draft: SettingsDraft;
  /** The start of a campaign that has begun cannot be changed. */
  hasBegun?: boolean;
  onChange(draft: SettingsDraft): void;
}

export const SettingsFields = ({ draft, hasBegun = false, onChange }: SettingsFieldsProps) => {
  const set = (change: Partial<SettingsDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      {!hasBegun && <RecurrenceFields draft={draft} onChange={set} />}
      {draft.repeats === "no" && <DateFields draft={draft} hasBegun={hasBegun} onChange={set} />}
      {!hasBegun && <JoiningFields draft={draft} onChange={set} />}
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
          {RETRY_REASONS.filter((reason) => reason !== "voicemail" || !draft.retriesByAnswerer).map((reason) => (
            <CheckField
              key={reason}
              label={chooseOutcomeLook(reason).name}
              isOn={draft.retryOn[reason]}
              onChange={(isOn) => set({ retryOn: { ...draft.retryOn, [reason]: isOn } })}
            />
          ))}
        </fieldset>
      )}
      {Number(draft.retries) > 0 && <ByAnswerer draft={draft} set={set} />}
      <SwitchField
        label={words.campaigns.ownHours}
        hint={words.campaigns.ownHoursHint}
        isOn={draft.hasHours}
        onChange={(hasHours) => set({ hasHours })}
      />
      {draft.hasHours && <Hours draft={draft} set={set} />}
      <TextField
        label={words.campaigns.dailyQuota}
        hint={words.campaigns.dailyQuotaHint}
        type="number"
        min={1}
        max={1_000_000}
        value={draft.dailyQuota}
        onChange={(dailyQuota) => set({ dailyQuota })}
      />
      <AgentChoice
        label={words.organization.textsAnsweredBy}
        hint={words.campaigns.textAgentHint}
        nobody={words.campaigns.textAgentOfNumber}
        value={draft.textAgent}
        onChange={(textAgent) => set({ textAgent })}
      />
      <BudgetFields draft={draft} onChange={set} />
      <SwitchField
        label={words.campaigns.breaker}
        hint={describeBreaker(draft)}
        isOn={draft.hasBreaker}
        onChange={(hasBreaker) => set({ hasBreaker })}
      />
    </>
  );
};

interface BudgetFieldsProps {
  draft: BudgetDraft;
  onChange(change: Partial<BudgetDraft>): void;
}

export const BudgetFields = ({ draft: { budget, budgetCurrency }, onChange }: BudgetFieldsProps) => (
  <FieldRow>
    <TextField
      label={words.campaigns.budget}
      hint={words.campaigns.budgetHint}
      type="number"
      min={0}
      step="any"
      value={budget}
      onChange={(budget) => onChange({ budget })}
    />
    <TextField
      label={words.usage.currency}
      value={budgetCurrency}
      onChange={(budgetCurrency) => onChange({ budgetCurrency })}
      maxLength={3}
      isRequired={budget !== ""}
    />
  </FieldRow>
);

/** Describes when the campaign pauses itself; without bounds of its own those of the API apply. */
const describeBreaker = ({ keptBreaker }: SettingsDraft): string =>
  words.campaigns.breakerHint(
    formatPercent(keptBreaker.failure_threshold ?? 0.5),
    formatWhole(keptBreaker.min_calls_in_window ?? 5),
    formatDuration(keptBreaker.window_seconds ?? 120),
  );

/** Of those who answered, who is called again. */
const ByAnswerer = ({ draft, set }: { draft: SettingsDraft; set(change: Partial<SettingsDraft>): void }) => (
  <>
    <SwitchField
      label={words.campaigns.byAnswerer}
      hint={words.campaigns.byAnswererHint}
      isOn={draft.retriesByAnswerer}
      onChange={(retriesByAnswerer) => set({ retriesByAnswerer })}
    />
    {draft.retriesByAnswerer && (
      <fieldset className={styles.choices}>
        <legend>{words.calls.answeredBy}</legend>
        {ANSWERERS.map((by) => (
          <CheckField
            key={by}
            label={words.calls.answerers[by] ?? by}
            isOn={draft.retriedAnswerers.includes(by)}
            onChange={(isOn) =>
              set({
                retriedAnswerers: ANSWERERS.filter((each) =>
                  each === by ? isOn : draft.retriedAnswerers.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
    )}
  </>
);

const Hours = ({ draft, set }: { draft: SettingsDraft; set(change: Partial<SettingsDraft>): void }) => (
  <HoursFields hours={draft.hours} onChange={(hours) => set({ hours })}>
    <TextField
      label={words.campaigns.zone}
      value={draft.timezone}
      onChange={(timezone) => set({ timezone })}
      suggestions={TIME_ZONES}
      isRequired
    />
  </HoursFields>
);
