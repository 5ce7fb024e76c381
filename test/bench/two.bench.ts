import { availableParallelism } from "node:os";
import type { RunningStack } from "../../infra/local/stack.ts";
import type { Supervisor } from "../../infra/local/supervisor.ts";
import { openLoadBalancer } from "../chaos/load-balancer.ts";
import { startSecondPair } from "../chaos/second-pair.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { cpuMsOf, cpuSentence, type Dialled, dialEverybody, LONG_CALLS } from "./dial-everybody.ts";

const CALLS = 1500;
const CONCURRENCY = 500;
const LEAST_GAIN = 1.6;
/** The cores that two workers and two APIs would fill together with their servers. */
const CORES_OF_THE_GOAL = 4;
/** Busier than this, the machine itself is what more processes cannot help. */
const FULL = 0.85;

/**
 * Calls of 15 s with one worker and one API, with two of each behind a load balancer, and with one of each again. On a
 * machine with fewer cores than the goal names, what a second pair costs for each call is the figure to look at.
 */
export const twoBench: BenchPart = {
  name: "two",
  title: "calls per second of two workers and two APIs, beside one of each",
  run: async (context) => {
    const balancer = await openLoadBalancer();
    const stack = await openTestStack({ PUBLIC_BASE_URL: balancer.url });
    try {
      return await measure(context, { stack: stack.running, serve: balancer.serve });
    } finally {
      await stack.close();
      await balancer.close();
    }
  },
};

interface Site {
  stack: RunningStack;
  serve(apis: readonly string[]): void;
}

const measure = async ({ scale, say }: BenchContext, { stack, serve }: Site): Promise<BenchRow[]> => {
  const count = Math.max(Math.round(CALLS * scale), 100);
  const dial = async (what: string, beside?: Supervisor): Promise<Dialled> => {
    const dialled = await dialEverybody(stack, { count, script: LONG_CALLS, concurrency: CONCURRENCY, beside });
    say(`${what}: ${dialled.perSecond.toFixed(1)} calls/s; ${cpuSentence(dialled)}`);
    return dialled;
  };
  serve([stack.addresses.api]);
  const before = await dial("one of each");
  const pair = await startSecondPair(stack);
  try {
    serve([stack.addresses.api, pair.apiUrl]);
    const two = await dial("two of each", pair);
    serve([stack.addresses.api]);
    await pair.stop();
    return rowsOf([before, await dial("one of each again")], two);
  } finally {
    await pair.stop();
  }
};

const rowsOf = (one: readonly Dialled[], two: Dialled): BenchRow[] => {
  const mean = (figure: (dialled: Dialled) => number) => one.reduce((sum, each) => sum + figure(each), 0) / one.length;
  const gain = two.perSecond / mean(({ perSecond }) => perSecond);
  const cost = cpuMsOf(two) / mean(cpuMsOf);
  const cores = availableParallelism();
  const busy = (two.perSecond * cpuMsOf(two)) / 1000;
  const isForThisMachine = cores >= CORES_OF_THE_GOAL;
  return [
    {
      figure: "calls of 15 s with two workers and two APIs, calls/s",
      measured: two.perSecond.toFixed(1),
      floor: `one of each: ${mean(({ perSecond }) => perSecond).toFixed(1)}/s`,
      ratio: gain,
      goal: isForThisMachine ? `≥ ${LEAST_GAIN}×` : "",
      holds: isForThisMachine ? gain >= LEAST_GAIN : null,
    },
    {
      figure: "processor time of such a call, all parts, ms",
      measured: cpuMsOf(two).toFixed(1),
      floor: `one of each: ${mean(cpuMsOf).toFixed(1)}`,
      ratio: cost,
      goal: "",
      holds: null,
    },
    {
      figure: "cores that the parts use with two of each",
      measured: `${busy.toFixed(2)} of ${cores}${busy > cores * FULL ? ", which bounds it" : ""}`,
      floor: "",
      ratio: null,
      goal: "",
      holds: null,
    },
  ];
};
