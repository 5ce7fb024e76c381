import { useState } from "react";
import type { OrganizationPreferences } from "../api/routes.ts";
import { useSavePreferences } from "../settings/use-save-preferences.ts";
import { Card } from "../ui/card.tsx";
import { TextField } from "../ui/fields.tsx";
import { readMinor, writeMinor } from "../ui/minor-units.ts";
import { Stack } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { formatMoney } from "../words/format.ts";
import { words } from "../words/words.ts";

interface BudgetsProps {
  preferences: OrganizationPreferences;
  spentMinor: number;
  spentTodayMinor: number;
}

/** Shows the limits for outbound calls per day and month, how much is spent, and the form that changes them. */
export const Budgets = ({ preferences, spentMinor, spentTodayMinor }: BudgetsProps) => (
  <Card title={words.usage.budget}>
    <Stack>
      <Spent name={words.usage.aDay} spent={spentTodayMinor} {...{ budget: preferences.budget, of: "daily_minor" }} />
      <Spent name={words.usage.aMonth} spent={spentMinor} {...{ budget: preferences.budget, of: "monthly_minor" }} />
      <BudgetForm preferences={preferences} />
    </Stack>
  </Card>
);

interface SpentProps {
  name: string;
  spent: number;
  budget: OrganizationPreferences["budget"];
  of: "daily_minor" | "monthly_minor";
}

const Spent = ({ name, spent, budget, of }: SpentProps) => {
  const limit = budget?.[of];
  if (!budget || !limit) return <p>{words.usage.noLimit(name)}</p>;
  const share = spent / limit;
  return (
    <div>
      <p>{words.usage.spentOf(name, formatMoney(spent, budget.currency), formatMoney(limit, budget.currency))}</p>
      <Progress
        label={name}
        value={Math.min(spent, limit)}
        max={limit}
        tone={share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good"}
      />
    </div>
  );
};

const BudgetForm = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const { budget } = preferences;
  const [currency, setCurrency] = useState(budget?.currency ?? "USD");
  const shown = (minor: number | null | undefined) => writeMinor(minor, currency);
  const [daily, setDaily] = useState(shown(budget?.daily_minor));
  const [monthly, setMonthly] = useState(shown(budget?.monthly_minor));
  const save = useSavePreferences(() => ({
    budget:
      daily === "" && monthly === ""
        ? null
        : {
            daily_minor: readMinor(daily, currency),
            monthly_minor: readMinor(monthly, currency),
            currency: currency.toUpperCase(),
          },
  }));
  return (
    <SaveForm save={save}>
      <TextField label={words.usage.aDay} type="number" min={0} step="any" value={daily} onChange={setDaily} />
      <TextField
        label={words.usage.aMonth}
        hint={words.usage.budgetHint}
        type="number"
        min={0}
        step="any"
        value={monthly}
        onChange={setMonthly}
      />
      <TextField label={words.usage.currency} value={currency} onChange={setCurrency} maxLength={3} isRequired />
    </SaveForm>
  );
};
