import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLogTail } from "../../infra/local/log-tail.ts";
import { choosePorts, findFreePort } from "../../infra/local/ports.ts";
import { type PartName, type RunningStack, type StackOptions, startStack } from "../../infra/local/stack.ts";

export interface TestStack {
  /** The present stack; another one after `restart`. */
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
 * The whole platform on embedded parts, with data of its own in a temporary folder, or in one that may have some. `prepare` is given the
 * folder before anything starts.
 */
export const openTestStack = async (
  environment: NodeJS.ProcessEnv = {},
  { prepare, dataIn }: { prepare?: (folder: string) => void; dataIn?: string | undefined } = {},
): Promise<TestStack> => {
  const folder = dataIn ?? mkdtempSync(join(tmpdir(), "ringdown-stack-"));
  // Started by root, PostgreSQL runs as another user, who must get in.
  chmodSync(folder, 0o755);
  prepare?.(folder);
  const taken = Object.values(await choosePorts(join(folder, "run", "ports.json"), ANY_PORTS));
  const killed = new Set<PartName>();
  const options: StackOptions = {
    environment: {
      ...environmentOfTheUser(),
      DATA_DIR: folder,
      PORT: String(await findFreePort(new Set(taken))),
      SIGNUPS_PER_HOUR: "1000",
      LOG_LEVEL: "warn",
      ...environment,
    },
    // A test ends processes and never the machine, which keeps what they have written. A bench measures the disk too.
    isUnflushed: process.env["JEST_WORKER_ID"] !== undefined,
    onEvent: (sentence) => tellUnlessMeant(sentence, { killed, folder }),
  };
  const start = async (): Promise<RunningStack> => noteKills(await startStack(options), killed);
  let running = await start();
  return {
    get running() {
      return running;
    },
    options,
    restart: async () => {
      await running.stop();
      running = await start();
    },
    close: async ({ keepData } = { keepData: false }) => {
      await running.stop();
      if (!keepData) rmSync(folder, { recursive: true, force: true });
    },
  };
};

const noteKills = (stack: RunningStack, killed: Set<PartName>): RunningStack => ({
  ...stack,
  kill: (name, signal) => {
    killed.add(name);
    return stack.kill(name, signal);
  },
});

/** A part that ends by itself is started again, and a test that asks it meanwhile is red for no reason that it shows. */
const tellUnlessMeant = (
  sentence: string,
  { killed, folder }: { killed: ReadonlySet<string>; folder: string },
): void => {
  const [part = ""] = sentence.split(" ", 1);
  if (killed.has(part) || sentence.endsWith(" runs again.")) return;
  process.stderr.write(`\n*** ${folder}: ${sentence}\n${readLogTail(join(folder, "logs", `${part}.log`))}\n`);
};

/** A test is not configured by what the shell around it happens to have set. */
export const environmentOfTheUser = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, XDG_CACHE_HOME, TEMPORAL_CLI, WEED } = process.env;
  return { PATH, HOME, XDG_CACHE_HOME, TEMPORAL_CLI, WEED };
};
