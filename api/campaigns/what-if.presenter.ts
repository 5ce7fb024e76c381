import type { ForeseenDraft } from "../../application/what-if/forecast-draft.ts";
import type { Figures, Prediction } from "../../domain/what-if/predict-policy.ts";
import type { Interval } from "../../domain/what-if/spread.ts";
import type { WhatIf } from "../../infra/postgres/what-if/what-if.entity.ts";

export const presentWhatIf = (row: WhatIf) => ({
  id: row.id,
  campaign_id: row.campaign_id,
  state: row.state,
  settings: presentSettings(row),
  result: row.result && presentResult(row.result),
  error: row.error,
  created_at: row.created_at,
  ended_at: row.ended_at,
});

const presentSettings = ({ settings: { do_not_call: given, ...settings }, blocked_contacts: blocked }: WhatIf) => ({
  ...settings,
  ...(given !== undefined && { do_not_call: { given, in_campaign: blocked.length } }),
});

const presentResult = ({ was, would, spread, seeds, drawn, differing, ...result }: NonNullable<WhatIf["result"]>) => ({
  was: presentFigures(was),
  would: presentFigures(would),
  spread: presentSpread(spread),
  seeds,
  drawn,
  differing,
  currency: result.currency,
  known_until: result.knownUntilMs === null ? null : new Date(result.knownUntilMs),
});

const presentSpread = (spread: Prediction["spread"]) => ({
  attempts: roundInterval(spread.attempts),
  answers: roundInterval(spread.answers),
  cost_minor: roundInterval(spread.costMinor),
  ends_at: { low: new Date(Math.round(spread.endMs.low)), high: new Date(Math.round(spread.endMs.high)) },
});

export const presentForeseen = ({ would, spread, seeds, ...from }: ForeseenDraft) => ({
  earlier_campaign_id: from.earlierCampaignId,
  drawn_from: from.attempts,
  seeds,
  ...presentSums(would),
  currency: from.currency,
  ends_at: new Date(Math.round(would.endMs)),
  spread: presentSpread(spread),
});

const presentFigures = ({ endMs, byHour, ...sums }: Figures) => ({
  ...presentSums(sums),
  ends_at: new Date(Math.round(endMs)),
  by_hour: byHour.map(({ atMs, ...hour }) => ({ at: new Date(atMs), ...presentSums(hour) })),
});

const presentSums = ({ attempts, answers, costMinor }: Pick<Figures, "attempts" | "answers" | "costMinor">) => ({
  attempts: round(attempts),
  answers: round(answers),
  cost_minor: round(costMinor),
});

const roundInterval = ({ low, high }: Interval) => ({ low: round(low), high: round(high) });

/** Means of thirty simulations tell no more. */
const round = (value: number): number => Math.round(value * 10) / 10;
