import type { CampaignPast } from "../../domain/what-if/campaign-past.ts";
import type { AskedForecast } from "../../domain/what-if/forecast-from-past.ts";
import type { PolicyChanges } from "../../domain/what-if/predict-policy.ts";

/** What a thread is asked; its columns are handed over and not copied. */
export interface AskedOfThread {
  past: CampaignPast;
  changes: PolicyChanges;
}

export type ThreadWork = { kind: "predict"; asked: AskedOfThread } | { kind: "forecast"; asked: AskedForecast };
