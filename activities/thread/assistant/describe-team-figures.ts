import { computeRecentDays } from "../../../domain/time/local-days.ts";
import { readAttention } from "../../../infra/postgres/team/attention.repository.ts";
import { countRunningCampaigns, readHomeFigures } from "../../../infra/postgres/team/home-figures.repository.ts";
import { formatCount, readDays, type LookUpFunction } from "./look-up.ts";

const MOST_OF_A_KIND = 10;

/** Returns the figures of the home view. */
export const describeTeamFigures: LookUpFunction = ({ inside, clock }, given) =>
  inside(async (tx) => {
    const days = readDays(given["days"], 1);
    const organization = await tx.selectFrom("organizations").select("timezone").executeTakeFirstOrThrow();
    const { current } = computeRecentDays(clock.now(), { days, timezone: organization.timezone ?? "UTC" });
    const figures = await readHomeFigures(tx, { ...current, until: null });
    const running = await countRunningCampaigns(tx);
    const attention = await readAttention(tx, { userId: null, limit: MOST_OF_A_KIND });
    const span = days === 1 ? "Today" : `In the last ${days} days`;
    const calls = `${span} there ${figures.calls === 1 ? "was" : "were"} ${formatCount(figures.calls, "call")}, of which people answered ${figures.answered}; ${formatCount(figures.missed, "call")} came in and nobody took them.`;
    const waiting =
      attention.length === 0
        ? "Nothing needs attention."
        : `This needs attention: ${attention.map(({ summary }) => summary).join("; ")}.`;
    return {
      say: `${calls} ${formatCount(running, "campaign")} running. ${waiting}`,
      ...figures,
      campaigns_running: running,
      needs_attention: attention.map(({ kind, at, summary }) => ({ kind, at, summary })),
    };
  });
