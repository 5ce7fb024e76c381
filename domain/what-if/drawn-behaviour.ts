import type { CampaignPast } from "./campaign-past.ts";
import type { Habits } from "./habits.ts";
import type { HourOf } from "./recorded-behaviour.ts";
import type { RecordedDelays } from "./recorded-delays.ts";
import type { Behaviour } from "./simulation.ts";

/** People of whom nothing is known do what people like them did in an earlier campaign. */
export const createDrawnBehaviour = (
  { draft, earlier: { attempts } }: { draft: CampaignPast; earlier: CampaignPast },
  { habits, delays, hourOf, seed }: { habits: Habits; delays: RecordedDelays; hourOf: HourOf; seed: number },
): Behaviour => ({
  answer: ({ person, attempt, admittedMs, before }) => {
    const zone = draft.people.zone[person] ?? 0;
    const row = habits.draw({ hour: hourOf(person, admittedMs), attempt, zone, before }, { seed, person });
    if (row < 0) return null;
    return {
      outcome: attempts.outcome[row] ?? 0,
      delayMs: Math.max(delays.startMs[row] ?? 0, 0),
      lastsMs: (attempts.endMs[row] ?? 0) - (attempts.startMs[row] ?? 0),
      costMinor: attempts.costMinor[row] ?? 0,
      isDrawn: true,
    };
  },
  wasCalledAgain: () => false,
  standBackMs: () => 0,
});
