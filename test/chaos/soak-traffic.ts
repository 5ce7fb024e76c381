import { setTimeout as delay } from "node:timers/promises";
import type { RunningStack } from "../../infra/local/stack.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { startHttpReceiver } from "../harness/http-receiver.ts";
import { prepareSoak, type SoakAct, soakActs } from "./soak-acts.ts";
import type { SoakLine } from "./soak-record.ts";

/**
 * Campaigns, calls, text, messages, documents, lists, webhooks, readings and streams, in rounds: each has as many of
 * every kind as any other, so that an act means the same at the end as at the beginning, on a busy machine too.
 */
export interface SoakTraffic {
  /** Returns what was done since the start, and the failures since it was asked last. */
  tell(): Pick<SoakLine, "acts" | "done" | "failures">;
  /** Counts a failure of something else. */
  tellFailure(what: string, error: unknown): void;
  stop(): Promise<void>;
}

export const startSoakTraffic = async (
  stack: RunningStack,
  { organizations, before }: { organizations: number; before: DoneBefore | undefined },
): Promise<SoakTraffic> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const receiver = await startHttpReceiver();
  const log = createActLog(before);
  const openOne = async (): Promise<SoakAct[]> => {
    const organization = await openDiallingOrganization(stack, {
      defaults: { outcomes: ["answered", "no_answer", "busy"], ring_seconds: 0, talk_seconds: 1 },
    });
    await prepareSoak(organization, receiver.url);
    return soakActs({ stack, organization, stopping: signal });
  };
  const opened: SoakAct[][] = [];
  while (opened.length < organizations) opened.push(await openOne());
  const running = Promise.all(opened.map((acts) => playRounds(acts, { log, stopping: signal })));
  return {
    tell: log.tell,
    tellFailure: log.addFailure,
    stop: async () => {
      stopping.abort();
      await running;
      await receiver.close();
    },
  };
};

type ActLog = ReturnType<typeof createActLog>;

/** What was done in the runs before this one, those that failed among the acts. */
type DoneBefore = Pick<SoakLine, "acts" | "done">;

const createActLog = (before: DoneBefore = { acts: 0, done: {} }) => {
  const done: Record<string, number> = { ...before.done };
  let acts = before.acts;
  let failures: string[] = [];
  return {
    addDone: (name: string) => {
      done[name] = (done[name] ?? 0) + 1;
      acts += 1;
    },
    addFailure: (name: string, error: unknown) => {
      acts += 1;
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    },
    tell: () => {
      const told = failures;
      failures = [];
      return { acts, done: { ...done }, failures: told };
    },
  };
};

const playRounds = async (
  acts: readonly SoakAct[],
  { log, stopping }: { log: ActLog; stopping: AbortSignal },
): Promise<void> => {
  const playKind = async ({ name, times, pauseMs, run }: SoakAct): Promise<void> => {
    for (let time = 0; time < times && !stopping.aborted; time += 1) {
      try {
        await run();
        log.addDone(name);
      } catch (error) {
        // A request that the end cuts off is no failure.
        if (!stopping.aborted) log.addFailure(name, error);
      }
      await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
    }
  };
  while (!stopping.aborted) await Promise.all(acts.map(playKind));
};
