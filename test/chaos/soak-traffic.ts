import { setTimeout as delay } from "node:timers/promises";
import type { RunningStack } from "../../infra/local/stack.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { startHttpReceiver } from "../harness/http-receiver.ts";
import { prepareSoak, type SoakAct, soakActs } from "./soak-acts.ts";

/** Campaigns, calls, text, messages, documents, lists, webhooks, readings and streams, each again and again at its own pace. */
export interface SoakTraffic {
  /** How often each kind was done. */
  readonly done: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

export const startSoakTraffic = async (stack: RunningStack): Promise<SoakTraffic> => {
  const receiver = await startHttpReceiver();
  const organization = await openDiallingOrganization(stack, {
    defaults: { outcomes: ["answered", "no_answer", "busy"], ring_seconds: 0, talk_seconds: 1 },
  });
  await prepareSoak(organization, receiver.url);
  const done: Record<string, number> = {};
  const failures: string[] = [];
  const stopping = new AbortController();
  const repeat = async ({ name, pauseMs, run }: SoakAct): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await run();
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = (await soakActs(organization)).map(repeat);
  return {
    done,
    failures,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
      await receiver.close();
    },
  };
};
