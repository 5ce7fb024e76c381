import type { CampaignProgress } from "../api/routes.ts";
import { isPriceMissing } from "../ui/shortage-words.ts";

type Standing = Pick<CampaignProgress, "budget_wait" | "budget_wait_until" | "budgets">;

/** What ends a campaign's wait for a budget; null: it does not wait for one. */
export type BudgetWait =
  | { endsBy: "renewal"; at: string }
  | { endsBy: "prices of earlier calls" | "a missing price" | "a raised budget" };

/** The campaign checks again each minute while prices of earlier calls are awaited: such a time is no promise, and is not shown. */
export const readBudgetWait = ({
  budget_wait: sentence,
  budget_wait_until: at,
  budgets,
}: Standing): BudgetWait | null => {
  if (sentence === null) return null;
  if (at === null) return { endsBy: isPriceMissing(sentence) ? "a missing price" : "a raised budget" };
  return budgets.some(({ renews_at }) => renews_at === at)
    ? { endsBy: "renewal", at }
    : { endsBy: "prices of earlier calls" };
};
