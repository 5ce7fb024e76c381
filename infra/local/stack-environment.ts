import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { configSchema } from "../config/config-schema.ts";
import type { StackPlan } from "./stack-plan.ts";

const fileIn = (dataDir: string) => join(dataDir, "run", "environment.json");

/** Stores the generated environment of the running stack for commands beside it; only its owner may read the file. */
export const storeEnvironment = ({ folders, environment }: StackPlan): void => {
  const known = Object.entries(environment).filter(([name, value]) => name in configSchema.shape && value);
  writeFileSync(fileIn(folders.data), JSON.stringify(Object.fromEntries(known), null, 2), { mode: 0o600 });
};

export const deleteEnvironment = ({ folders }: StackPlan): void => rmSync(fileIn(folders.data), { force: true });

/** Returns the environment of the stack that runs on this data folder; null when none does. */
export const readRunningEnvironment = (dataDir: string): Record<string, string> | null => {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
};
