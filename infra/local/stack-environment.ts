import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { configSchema } from "../config/config.ts";
import type { StackPlan } from "./stack-plan.ts";

const fileIn = (dataDir: string) => join(dataDir, "run", "environment.json");

/** Leaves what the running stack made up where commands beside it find it; only its owner may read it. */
export const rememberEnvironment = ({ folders, environment }: StackPlan): void => {
  const known = Object.entries(environment).filter(([name, value]) => name in configSchema.shape && value);
  writeFileSync(fileIn(folders.data), JSON.stringify(Object.fromEntries(known), null, 2), { mode: 0o600 });
};

export const forgetEnvironment = ({ folders }: StackPlan): void => rmSync(fileIn(folders.data), { force: true });

/** What the stack that runs on this data folder works with; null when none does. */
export const runningEnvironment = (dataDir: string): Record<string, string> | null => {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
};
