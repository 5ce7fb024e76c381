import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { NuisanceName } from "./nuisance-names.ts";
import type { Answers, Surroundings } from "./surroundings.ts";

export interface BotherOrder {
  name: NuisanceName;
  surroundings: Surroundings;
}

export interface StartedBother {
  pid: number;
  /** Ends it and returns what it was answered. */
  stop(): Promise<Answers>;
}

/** Starts a nuisance in a process of its own: what it does shares no event loop with what measures. */
export const startBother = (order: BotherOrder): StartedBother => {
  const child = fork(fileURLToPath(new URL("bother.process.ts", import.meta.url)), [JSON.stringify(order)]);
  const ended = once(child, "exit").then(() => {
    throw new Error(`the nuisance ${order.name} ended by itself`);
  });
  ended.catch(() => {});
  const { pid } = child;
  if (pid === undefined) throw new Error(`the nuisance ${order.name} could not be started`);
  return {
    pid,
    stop: async () => {
      const told = once(child, "message");
      child.send("stop");
      const [answers] = await Promise.race([told, ended]);
      await ended.catch(() => {});
      return answers;
    },
  };
};
