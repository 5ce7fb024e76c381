import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { OrganizationPreferences } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { TextField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { Stack } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { useAction } from "../ui/use-action.ts";
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

/** People type whole units of a currency; the API uses its smallest ones. */
const minorUnits = (currency: string): number => {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  } catch {
    return 100;
  }
};

const BudgetForm = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const queries = useQueryClient();
  const { budget } = preferences;
  const shown = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? "" : String(minor / minorUnits(budget?.currency ?? "USD"));
  const [currency, setCurrency] = useState(budget?.currency ?? "USD");
  const [daily, setDaily] = useState(shown(budget?.daily_minor));
  const [monthly, setMonthly] = useState(shown(budget?.monthly_minor));
  const minor = (text: string) => (text === "" ? null : Math.round(Number(text) * minorUnits(currency)));
  const save = useAction({
    run: () =>
      callApi("PATCH /organizations/preferences", {
        body: {
          budget:
            daily === "" && monthly === ""
              ? null
              : { daily_minor: minor(daily), monthly_minor: minor(monthly), currency: currency.toUpperCase() },
        },
      }),
    said: words.shell.saved,
    onDone: (saved) => queries.setQueryData(preferencesQuery.queryKey, saved),
    isQuietOnRefusal: true,
  });
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
