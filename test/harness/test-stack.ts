import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, rememberedPorts } from "../../infra/local/ports.ts";
import { type RunningStack, type StackOptions, startStack } from "../../infra/local/stack.ts";

export interface TestStack {
  /** What runs now; another one after `restart`. */
  readonly running: RunningStack;
  readonly options: StackOptions;
  /** Stops everything and starts it again on the same data. */
  restart(): Promise<void>;
  /** Stops everything and removes its data, unless told to keep it. */
  close(options?: { keepData: boolean }): Promise<void>;
}

/** Two stacks that start at the same moment would both find the usual ports free. */
const ANY_PORTS = { postgres: 0, temporal: 0, temporalUi: 0, objectStore: 0, simulator: 0, workerHttp: 0 };

/**
 * The whole platform on embedded parts, with data of its own in a temporary folder. `prepare` is given that folder before
 * anything starts.
 */
export const openTestStack = async (
  environment: NodeJS.ProcessEnv = {},
  { prepare }: { prepare?: (folder: string) => void } = {},
): Promise<TestStack> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-stack-"));
  // Started by root, PostgreSQL runs as another user, who must get in.
  chmodSync(folder, 0o755);
  prepare?.(folder);
  await rememberedPorts(join(folder, "run", "ports.json"), ANY_PORTS);
  const options: StackOptions = {
    environment: {
      ...environmentOfTheUser(),
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SIGNUPS_PER_HOUR: "1000",
      LOG_LEVEL: "warn",
      ...environment,
    },
  };
  let running = await startStack(options);
  return {
    get running() {
      return running;
    },
    options,
    restart: async () => {
      await running.stop();
      running = await startStack(options);
    },
    close: async ({ keepData } = { keepData: false }) => {
      await running.stop();
      if (!keepData) rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A test is not configured by what the shell around it happens to have set. */
export const environmentOfTheUser = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, XDG_CACHE_HOME, TEMPORAL_CLI, WEED } = process.env;
  return { PATH, HOME, XDG_CACHE_HOME, TEMPORAL_CLI, WEED };
};
