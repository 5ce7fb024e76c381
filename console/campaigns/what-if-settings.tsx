import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi, Refusal } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { isChosen, PackList, rulePacksQuery } from "../settings/rule-pack-fields.tsx";
import { CheckField, FieldRow, LongTextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { SliderField } from "../ui/slider-field.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatDuration, formatMoney, formatTimes, formatWhole } from "../words/format.ts";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";
import { summaryQuery } from "./ended-calls.ts";
import {
  computeBudgetMinor,
  formatHalfHours,
  HALF_HOURS,
  MINUTE_SECONDS,
  MOST_LINES,
  RETRIED_REASONS,
  readOwnDraft,
  type WhatIfDraft,
  writeAsked,
} from "./what-if-draft.ts";

const MOST_RETRIES = 10;
const LONGEST_DELAY_MINUTES = 1440;
const FASTEST_PACE = 30;
const PACE_STEP = 0.1;
const MOST_ATTEMPTS_A_DAY = 10;
const LARGEST_BUDGET_PERCENT = 200;
const BUDGET_STEP = 5;

interface SettingsProps {
  campaign: Campaign;
  onAsked(id: number): void;
  isRunning: boolean;
}

/** The settings that are asked about; those that are left as they are ask nothing. */
export const WhatIfSettings = ({ campaign, onAsked, isRunning }: SettingsProps) => {
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const { data: summary } = useQuery(summaryQuery(campaign.id, false));
  const own = readOwnDraft(campaign, preferences);
  const [draft, setDraft] = useState(own);
  const cost = summary?.costs.length === 1 ? (summary.costs[0] ?? null) : null;
  const ask = useAction({
    run: () =>
      callApi("POST /campaigns/{campaign_id}/what-if", {
        params: { campaign_id: campaign.id },
        body: writeAsked(draft, own, { campaign, preferences, cost }),
      }),
    onDone: ({ id }) => onAsked(id),
    isQuietOnRefusal: true,
    savesNothing: true,
  });
  const faultOf = (name: string) =>
    ask.error instanceof Refusal ? ask.error.faults.find(({ loc }) => loc.includes(name))?.msg : undefined;
  const change = (changed: Partial<WhatIfDraft>) => setDraft({ ...draft, ...changed });
  return (
    <Form
      onSubmit={() => ask.mutate()}
      action={words.campaigns.whatIfAsk}
      isBusy={ask.isPending || isRunning}
      error={ask.error}
      isQuestion
      needs="operator"
    >
      <p>{words.campaigns.whatIfText}</p>
      <RetrySliders draft={draft} change={change} />
      <HourSliders draft={draft} change={change} />
      <LimitSliders draft={draft} change={change} mostLines={Math.max(MOST_LINES, own.lines)} cost={cost} />
      <PackSettings draft={draft} change={change} />
      <FieldRow>
        <LongTextField
          label={words.organization.holidays}
          hint={words.organization.holidaysHint}
          value={draft.holidays}
          onChange={(holidays) => change({ holidays })}
          fault={faultOf("holidays")}
        />
        <LongTextField
          label={words.shell.doNotCall}
          hint={words.campaigns.whatIfDoNotCallHint}
          value={draft.doNotCall}
          onChange={(doNotCall) => change({ doNotCall })}
          fault={faultOf("do_not_call")}
        />
      </FieldRow>
    </Form>
  );
};

interface SlidersProps {
  draft: WhatIfDraft;
  change(changed: Partial<WhatIfDraft>): void;
}

const RetrySliders = ({ draft, change }: SlidersProps) => (
  <>
    <SliderField
      label={words.campaigns.retries}
      min={0}
      max={MOST_RETRIES}
      value={draft.retries}
      said={formatWhole(draft.retries)}
      onChange={(retries) => change({ retries })}
    />
    <SliderField
      label={words.campaigns.whatIfDelay}
      min={0}
      max={LONGEST_DELAY_MINUTES}
      value={draft.delayMinutes}
      said={formatDuration(draft.delayMinutes * MINUTE_SECONDS)}
      onChange={(delayMinutes) => change({ delayMinutes })}
    />
    {RETRIED_REASONS.map((reason) => (
      <CheckField
        key={reason}
        label={words.campaigns.whatIfRetriedOn[reason]}
        isOn={draft.retriedOn.includes(reason)}
        onChange={(isOn) =>
          change({
            retriedOn: RETRIED_REASONS.filter((each) => (each === reason ? isOn : draft.retriedOn.includes(each))),
          })
        }
      />
    ))}
  </>
);

/** Which packs would have held. */
const PackSettings = ({ draft: { packs, unconfirmed }, change }: SlidersProps) => {
  const { data } = useSuspenseQuery(rulePacksQuery);
  const chosen = data.rule_packs.filter((pack) => isChosen(packs, pack));
  const names = chosen.map(({ name }) => name[language === "de" ? "de" : "en"]);
  return (
    <details>
      <summary>{words.campaigns.whatIfPacks(names.join(", ") || words.campaigns.whatIfNoPacks)}</summary>
      <PackList all={data.rule_packs} packs={packs} unconfirmed={unconfirmed} onChange={change} />
    </details>
  );
};

const HourSliders = ({ draft, change }: SlidersProps) => (
  <>
    <SliderField
      label={words.campaigns.whatIfFrom}
      min={0}
      max={HALF_HOURS - 1}
      value={draft.from}
      said={formatHalfHours(draft.from)}
      onChange={(from) => change({ from, until: Math.max(draft.until, from + 1) })}
    />
    <SliderField
      label={words.campaigns.whatIfUntil}
      min={1}
      max={HALF_HOURS}
      value={draft.until}
      said={formatHalfHours(draft.until)}
      onChange={(until) => change({ until, from: Math.min(draft.from, until - 1) })}
    />
  </>
);

interface LimitsProps extends SlidersProps {
  mostLines: number;
  cost: { cost_minor: number; currency: string } | null;
}

const LimitSliders = ({ draft, change, mostLines, cost }: LimitsProps) => (
  <>
    <SliderField
      label={words.campaigns.whatIfLines}
      min={1}
      max={mostLines}
      value={draft.lines}
      said={formatWhole(draft.lines)}
      onChange={(lines) => change({ lines })}
    />
    <SliderField
      label={words.campaigns.whatIfPace}
      min={0}
      max={FASTEST_PACE}
      step={PACE_STEP}
      value={draft.pace}
      said={draft.pace === 0 ? words.campaigns.whatIfAsItWas : formatTimes(draft.pace)}
      onChange={(pace) => change({ pace })}
    />
    <SliderField
      label={words.campaigns.whatIfCap}
      min={0}
      max={MOST_ATTEMPTS_A_DAY}
      value={draft.cap}
      said={draft.cap === 0 ? words.campaigns.whatIfAsItWas : formatWhole(draft.cap)}
      onChange={(cap) => change({ cap })}
    />
    {cost !== null && cost.cost_minor > 0 && (
      <SliderField
        label={words.campaigns.whatIfBudget}
        min={0}
        max={LARGEST_BUDGET_PERCENT}
        step={BUDGET_STEP}
        value={draft.budget}
        said={
          draft.budget === 0
            ? words.campaigns.whatIfAsItWas
            : formatMoney(computeBudgetMinor(draft.budget, cost), cost.currency)
        }
        onChange={(budget) => change({ budget })}
      />
    )}
  </>
);
