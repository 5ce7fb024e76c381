import { computeRecentDays } from "../../../domain/time/local-days.ts";
import { readAttention } from "../../../infra/postgres/team/attention.repository.ts";
import {
  countRunningCampaigns,
  type HomeFigures,
  readHomeFigures,
} from "../../../infra/postgres/team/home-figures.repository.ts";
import { formatCount, type LookUpFunction, readDays } from "./look-up.ts";

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
    const waiting =
      attention.length === 0
        ? "Nothing needs attention."
        : `This needs attention: ${attention.map(({ summary }) => summary).join("; ")}.`;
    return {
      say: `${sayCalls(span, figures)} ${formatCount(running, "campaign is", "campaigns are")} running. ${waiting}`,
      ...figures,
      campaigns_running: running,
      needs_attention: attention.map(({ kind, at, summary }) => ({ kind, at, summary })),
    };
  });

/** A call that nobody took is told where there is one. */
const sayCalls = (span: string, { calls, answered, missed }: HomeFigures): string => {
  const made = `${span} there ${calls === 1 ? "was" : "were"} ${formatCount(calls, "call")}`;
  const taken = calls === 0 ? "" : `, of which people answered ${answered}`;
  const lost = missed === 0 ? "" : `; nobody took ${formatCount(missed, "call")} that came in`;
  return `${made}${taken}${lost}.`;
};
