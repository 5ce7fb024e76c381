import type { Finding } from "../../clients/typescript/verify/finding.ts";
import { describeFindings, holds } from "../../clients/typescript/verify/verify.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { type ChaosCampaign, prepareChaosCampaign } from "./chaos-campaign.ts";
import { gatherEvidence } from "./chaos-evidence.ts";
import { planChaos } from "./chaos-plan.ts";
import { verifyChaosRecord } from "./chaos-record.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { playChaos } from "./chaos-story.ts";
import { type ClosedMinute, closedMinuteAfter } from "./dialling-hours.ts";
import { createKiller } from "./killer.ts";
import { describeUnfinishedCalls } from "./unfinished-calls.ts";
import { isClean, judge, type Promises } from "./verdict.ts";
import { type ChaosResult, chaosTable, describeBreaches } from "./verdict-table.ts";

/** The window closes when about this share of the dialling is done. */
const CLOSES_AFTER_SHARE = 0.25;
/** Kills, pauses and the closed minute cost time; a campaign that takes longer than this is judged as it stands. */
const STILL_MINUTES = 10;

export const campaignScenario: ChaosScenario = {
  name: "campaign",
  title: "a campaign under kill -9 of every part, do-not-call additions, pauses, a closing window; a table of seeds",
  usualSize: 2000,
  run: async (options) => {
    const results: Awaited<ReturnType<typeof runSeed>>[] = [];
    for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1) {
      options.say(`seed ${seed}`);
      const result = await runSeed(seed, options);
      options.say(describeBreaches(result.verdict));
      results.push(result);
      // A seed that breaks off must not take along what those before it have shown.
      if (seed < options.seed + options.seeds - 1) options.say(`so far:\n${chaosTable(results)}`);
    }
    const isKept = results.every(({ verdict, record }) => isClean(verdict) && holds(record));
    return { table: chaosTable(results), holds: isKept };
  },
};

const runSeed = async (
  seed: number,
  { size, minutes, keep, say }: ChaosOptions,
): Promise<ChaosResult & { record: Finding[] }> => {
  const plan = planChaos({ seed, contacts: size, minutes });
  const stack = await openTestStack();
  let told = false;
  try {
    const hours = closesSoon(minutes);
    const chaos = await prepareChaosCampaign(stack.running, { ...plan, closedMinute: hours.choose });
    const killer = createKiller(() => stack.running);
    const startedAtMs = Date.now();
    const stillLimitMs = STILL_MINUTES * 60_000;
    const stage = { chaos, killer, restart: stack.restart, say: withTime(say, startedAtMs) };
    const promises = await playChaos(stage, { steps: plan.steps, stillLimitMs });
    const tookMs = Date.now() - startedAtMs;
    promises.closed.push(hours.chosen());
    for (const call of await describeUnfinishedCalls(stack.running, chaos)) say(call);
    const result = {
      name: String(seed),
      contacts: size,
      kills: killer.kills,
      tookMs,
      ...(await judged(chaos, promises)),
    };
    const record = await verifyChaosRecord(chaos);
    say(`the record, as others check it:\n${describeFindings(record)}`);
    told = true;
    return { ...result, record };
  } finally {
    // A run that broke off has told nothing: its logs must.
    const keepData = keep || !told;
    await stack.close({ keepData });
    if (keepData) say(`data and logs: ${stack.running.dataDir}`);
  }
};

const closesSoon = (minutes: number) => {
  let chosen: ClosedMinute | undefined;
  return {
    choose: (timezone: string) =>
      (chosen = closedMinuteAfter(Date.now() + minutes * 60_000 * CLOSES_AFTER_SHARE, timezone)),
    chosen: () => {
      if (!chosen) throw new Error("the campaign has no calling window");
      return chosen;
    },
  };
};

const withTime = (say: (sentence: string) => void, startedAtMs: number) => (sentence: string) =>
  say(`${((Date.now() - startedAtMs) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);

const judged = async (chaos: ChaosCampaign, promises: Promises) => {
  const evidence = await gatherEvidence(chaos);
  return { calls: evidence.calls.length, verdict: judge(evidence, promises) };
};
