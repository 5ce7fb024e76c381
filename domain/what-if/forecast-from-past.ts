import { createAdmissionDesk } from "./admission-desk.ts";
import { createCallOrder } from "./attempt-order.ts";
import type { CampaignPast } from "./campaign-past.ts";
import { type CampaignSimulator, createHourOf, readHabits } from "./campaign-simulator.ts";
import { createDrawnBehaviour } from "./drawn-behaviour.ts";
import type { JudgeByRules } from "./past-rules.ts";
import { describeRuns, type Prediction, runOnce } from "./predict-policy.ts";
import { simulateCampaign } from "./simulate-campaign.ts";
import { FORECAST_SEEDS } from "./spread.ts";

export interface AskedForecast {
  /** The campaign that is to begin: nobody in it was called, and its zones and outcomes begin with those of the earlier one. */
  draft: CampaignPast;
  /** The campaign whose people's habits are taken. */
  earlier: CampaignPast;
}

export type Foreseen = Pick<Prediction, "would" | "spread" | "seeds">;

/** With fewer attempts an earlier campaign tells no habits. */
export const FEWEST_ATTEMPTS_WITH_HABITS = 50;

/** An answer is waited for: larger campaigns are forecast by the steady pace alone, and none larger tells habits. */
export const MOST_CONTACTS_FORESEEN = 20_000;

/** Foresees a campaign: the simulator of a what-if runs it by its own settings, and all that its people do is drawn from those of another. */
export const forecastFromPast = (
  { draft, earlier }: AskedForecast,
  {
    seeds = FORECAST_SEEDS,
    judgesOf = () => null,
  }: { seeds?: number; judgesOf?: (past: CampaignPast) => JudgeByRules | null } = {},
): Foreseen => {
  const simulator = createForecastSimulator({ draft, earlier }, judgesOf);
  const runs = Array.from({ length: seeds }, (_, index) =>
    runOnce(simulator, { policies: draft.policies, seed: index + 1 }),
  );
  return describeRuns(runs, draft.startedAtMs);
};

const createForecastSimulator = (
  { draft, earlier }: AskedForecast,
  judgesOf: (past: CampaignPast) => JudgeByRules | null,
): CampaignSimulator => {
  const { habits, delays } = readHabits(earlier, {
    desk: createAdmissionDesk(earlier, judgesOf(earlier)),
    order: createCallOrder(earlier, { unmadeComeLast: true }),
  });
  const desk = createAdmissionDesk(draft, judgesOf(draft));
  const order = createCallOrder(draft, { unmadeComeLast: false });
  const hourOf = createHourOf(draft);
  return {
    run: ({ policies, seed, onAttempt }) =>
      simulateCampaign({
        past: draft,
        policies,
        desk,
        order,
        behaviour: createDrawnBehaviour({ draft, earlier }, { habits, delays, hourOf, seed }),
        followsRecord: false,
        onAttempt,
      }),
  };
};
