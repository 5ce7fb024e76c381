import type { ProgressRow } from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import type { RunSummary } from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import type { presentBudget } from "./progress.presenter.ts";

/** What a summary is made of, as it is now or was once. */
export interface SummaryReading {
  figures: Pick<ProgressRow, "state" | "total" | "dialled" | "answered" | "attempts">;
  runs: RunSummary;
  attemptsPerContact: { attempts: number; contacts: number }[];
  lastOutcomes: Record<string, number>;
  budgets: ReturnType<typeof presentBudget>[];
  asOf: Date;
  unknown: string[];
}
