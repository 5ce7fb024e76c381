import { stateAt } from "../../domain/campaign/campaign-as-of.rules.ts";
import { NOTHING_COUNTED } from "../../domain/campaign/progress-figures.rules.ts";
import {
  type CampaignInstant,
  countPastContactsByCalls,
  summarizePastRuns,
} from "../../infra/postgres/campaign/campaign-steps.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { requireInstant } from "./require-instant.ts";
import type { SummaryReading } from "./summary-reading.ts";

/** Reads a campaign's summary as it was at an instant: outcomes, conclusions and prices that were not known then are left out. */
export const readPastSummary = async (
  tx: OrganizationTransaction,
  instant: CampaignInstant,
  timezone: string,
): Promise<SummaryReading> => {
  const step = await requireInstant(tx, instant);
  const counted = step === null || step.total === 0 ? [] : await countPastContactsByCalls(tx, instant);
  const { total, dialled, answered, attempts } = step ?? NOTHING_COUNTED;
  return {
    figures: { state: stateAt(step), total, dialled, answered, attempts },
    runs: await summarizePastRuns(tx, instant, timezone),
    attemptsPerContact: sumBy(counted, (each) => each.attempts).map(([attempts, contacts]) => ({ attempts, contacts })),
    lastOutcomes: Object.fromEntries(
      sumBy(
        counted.filter((each) => each.last_outcome !== null),
        (each) => each.last_outcome ?? "",
      ),
    ),
    budgets: [],
    asOf: new Date(instant.asOf),
    unknown: ["budgets"],
  };
};

const sumBy = <Key>(
  counted: readonly { attempts: number; last_outcome: string | null; contacts: number }[],
  keyOf: (each: { attempts: number; last_outcome: string | null }) => Key,
): [Key, number][] =>
  [...Map.groupBy(counted, keyOf)].map(([key, group]) => [key, group.reduce((sum, { contacts }) => sum + contacts, 0)]);
