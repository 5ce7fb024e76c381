import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { countHandOvers } from "./call-placers.ts";
import { prepareChaosCampaign } from "./chaos-campaign.ts";
import { gatherEvidence } from "./chaos-evidence.ts";
import { planChaos } from "./chaos-plan.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { playChaos } from "./chaos-story.ts";
import { createKiller } from "./killer.ts";
import { type LoadBalancer, openLoadBalancer } from "./load-balancer.ts";
import { type SecondPair, startSecondPair } from "./second-pair.ts";
import { isClean, judge } from "./verdict.ts";
import { chaosTable, describeBreaches, markdownTable } from "./verdict-table.ts";

const KILLABLE = ["worker", "second worker", "api", "second api"] as const;
const STILL_MINUTES = 10;
/** One of a pair that does less than this has not shared the work. */
const LEAST_SHARE = 0.1;

export const sideBySideScenario: ChaosScenario = {
  name: "side-by-side",
  title: "two workers and two APIs share a campaign, each of them killed again and again",
  usualSize: 2000,
  run: async (options) => {
    const balancer = await openLoadBalancer();
    const stack = await openTestStack({ PUBLIC_BASE_URL: balancer.url });
    try {
      const second = await startSecondPair(stack.running);
      try {
        return await playSideBySide({ stack, second, balancer }, options);
      } finally {
        await second.stop();
      }
    } finally {
      await stack.close({ keepData: options.keep });
      await balancer.close();
      if (options.keep) options.say(`data and logs: ${stack.running.dataDir}`);
    }
  },
};

interface Stage {
  stack: TestStack;
  second: SecondPair;
  balancer: LoadBalancer;
}

const playSideBySide = async ({ stack, second, balancer }: Stage, { seed, size, minutes, say }: ChaosOptions) => {
  const { running } = stack;
  const apis = [running.addresses.api, second.apiUrl];
  balancer.serve(apis);
  const plan = planChaos({ seed, contacts: Math.ceil(size / 4), minutes: minutes / 2, killable: KILLABLE });
  // Clients and carrier know one address only: commands and callbacks go to both APIs in turn.
  const shared = { ...running, addresses: { ...running.addresses, api: balancer.url } };
  const chaos = await prepareChaosCampaign(shared, plan);
  const killer = createKiller(() => stack.running, second);
  const workers = watchWorkers(stack, second);
  const startedAtMs = Date.now();
  const stillLimitMs = STILL_MINUTES * 60_000;
  const promises = await playChaos({ chaos, killer, restart: stack.restart, say }, { steps: plan.steps, stillLimitMs });
  const tookMs = Date.now() - startedAtMs;
  workers.stop();
  const evidence = await gatherEvidence(chaos);
  const verdict = judge(evidence, promises);
  say(describeBreaches(verdict));
  const handOvers = workers.share(await countHandOvers(running.addresses.temporal ?? "", chaos));
  const requests = apis.map((api) => balancer.answered(api));
  const kills = killer.kills;
  const result = { name: `${seed}, two of each`, contacts: plan.contacts, calls: evidence.calls.length, kills, tookMs };
  const shares = markdownTable(
    ["shared", "first", "second"],
    [
      ["hand-overs to the carrier, by worker", ...handOvers.map(String)],
      ["requests and callbacks answered, by API", ...requests.map(String)],
      ["kills of the worker", ...countKills(["worker", "second worker"])],
      ["kills of the API", ...countKills(["api", "second api"])],
    ],
  );
  function countKills(parts: string[]): string[] {
    return parts.map((name) => String(kills.filter(({ part }) => part === name).length));
  }
  return {
    table: `${chaosTable([{ ...result, verdict }])}\n\n${shares}`,
    holds: isClean(verdict) && isShared(handOvers) && isShared(requests),
  };
};

const isShared = (work: readonly number[]): boolean =>
  work.every((part) => part >= LEAST_SHARE * work.reduce((sum, each) => sum + each, 0));

const WATCH_EVERY_MS = 100;

/** Remembers the process ids that the two workers have had: each kill gives them new ones. */
const watchWorkers = (stack: TestStack, second: SecondPair) => {
  const pids = [new Set<number>(), new Set<number>()] as const;
  const note = () => {
    for (const [index, pid] of [stack.running.pid("worker"), second.pid("second worker")].entries()) {
      if (pid !== undefined) pids[index]?.add(pid);
    }
  };
  const timer = setInterval(note, WATCH_EVERY_MS);
  return {
    stop: () => clearInterval(timer),
    share: (counts: ReadonlyMap<number, number>): number[] =>
      pids.map((own) => [...own].reduce((sum, pid) => sum + (counts.get(pid) ?? 0), 0)),
  };
};
