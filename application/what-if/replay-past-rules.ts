import { chooseFallbackZone, readZonesKey } from "../../domain/contact/contact-zones.ts";
import {
  chooseSample,
  LONGEST_REPLAY_MS,
  MOST_CALLS_COUNTED,
  MOST_CALLS_REPLAYED,
} from "../../domain/rule-pack/rules-preview.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { createRulesReplay, type ReplayedCall, type RulesReplay } from "../../domain/what-if/replay-rules.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { countCallsOf, listMadeCalls, type MadeCallRow } from "../../infra/postgres/what-if/made-calls.repository.ts";
import type { OrganizationRules } from "../rule-pack/chosen-rules.ts";
import { CALLS_OF_A_PAGE, toMade } from "./judge-span.ts";
import { createPackJudge } from "./pack-judge.ts";

export interface AskedReplay {
  organizationId: number;
  days: number;
  now: Date;
  before: OrganizationRules | null;
  after: OrganizationRules | null;
  /** Of the organization. */
  timezone: string | null;
}

export interface ReplayedPast extends RulesReplay {
  from: Date;
  /** Until when calls were looked at. */
  to: Date;
  /** Of so many numbers one was looked at; 1: of all. */
  oneIn: number;
  /** The time was over before all calls had been looked at. */
  hasMore: boolean;
}

/**
 * Replays the production calls of the last days by other rules, a page in memory at a time and each in a transaction of its own: no call that
 * is made meanwhile waits for it. Its time and its calls are bounded.
 */
export const replayPastRules = async (
  database: Database,
  asked: AskedReplay,
  { longestMs = LONGEST_REPLAY_MS, mostCalls = MOST_CALLS_REPLAYED }: { longestMs?: number; mostCalls?: number } = {},
): Promise<ReplayedPast> => {
  const { organizationId, days, now, before, after, timezone } = asked;
  const untilMs = performance.now() + longestMs;
  const judges = { before: before && createPackJudge(before), after: after && createPackJudge(after) };
  const replay = createRulesReplay(judges);
  const from = new Date(now.getTime() - days * DAY_MS);
  const daysBefore = Math.max(0, ...Object.values(judges).map((judge) => judge?.daysBack ?? 0));
  const since = new Date(from.getTime() - daysBefore * DAY_MS);
  const inside = database.inOrganization;
  const calls = await inside(organizationId, (tx) =>
    countCallsOf(tx, { from: since, to: now, limit: MOST_CALLS_COUNTED }),
  );
  const oneIn = chooseSample(calls, mostCalls);
  let last: MadeCallRow | null = null;
  for (;;) {
    const page: MadeCallRow[] = await inside(organizationId, (tx) =>
      listMadeCalls(tx, {
        from: since,
        to: now,
        environment: "production",
        after: last,
        limit: CALLS_OF_A_PAGE,
        ruled: { oneIn },
      }),
    );
    for (const row of page) {
      const call = toReplayed(row, timezone);
      if (row.createdAt < from) replay.remember(call);
      else replay.replay(call);
    }
    last = page.at(-1) ?? last;
    if (page.length < CALLS_OF_A_PAGE) return { ...replay.counted, from, to: now, oneIn, hasMore: false };
    if (performance.now() > untilMs)
      return { ...replay.counted, from, to: latest(from, last?.createdAt), oneIn, hasMore: true };
  }
};

const latest = (from: Date, at: Date | undefined): Date => (at !== undefined && at > from ? at : from);

const toReplayed = (row: MadeCallRow, timezone: string | null): ReplayedCall => {
  const made = toMade(row);
  const fallbackZone = chooseFallbackZone([row.scheduleZone, timezone]);
  return { ...made, zoneList: readZonesKey(made.zones, fallbackZone), isRefused: row.isRefused };
};
