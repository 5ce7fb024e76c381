import { join } from "node:path";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { BUNDLED_PROGRAMS, locateProgram } from "./program-bundle.ts";
import { claimDataFolder, endLeftovers } from "./run-folder.ts";
import { deleteEnvironment, storeEnvironment } from "./stack-environment.ts";
import {
  buildLocalUrl,
  describeApiPart,
  describeWorkerPart,
  listMediaParts,
  listServerParts,
  runMigrations,
} from "./stack-parts.ts";
import { type PlanOptions, planStack, readStackConfig, type StackPlan } from "./stack-plan.ts";
import { createSupervisor, type Supervisor } from "./supervisor.ts";

/** The order in which they are stopped. */
const PART_NAMES = ["api", "worker", "media", "simulator", "object-store", "temporal", "postgres"] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface StackOptions extends PlanOptions {
  /** Called with a sentence for each event of the processes. */
  onEvent?: (sentence: string) => void;
  /** Aborts the start: everything that was started is stopped, and the start rejects. */
  signal?: AbortSignal;
}

export interface StackAddresses {
  /** Root of the API on this machine. */
  api: string;
  /** The console's address; undefined when it could not be built. */
  console: string | undefined;
  /** Root of the worker's probes and metrics. */
  worker: string;
  /** host:port of Temporal's frontend. */
  temporal: string | undefined;
  temporalUi: string | undefined;
  objectStore: string | undefined;
  simulator: string | undefined;
}

export interface RunningStack {
  addresses: StackAddresses;
  /** The environment of the API and the worker; enough to run another one beside them. */
  environment: NodeJS.ProcessEnv;
  dataDir: string;
  /** The process id of a part; undefined while it is down, or when a real server is used. */
  pid(name: PartName): number | undefined;
  /** Sends a signal to a part's process; returns whether there was one. */
  kill(name: PartName, signal: NodeJS.Signals): boolean;
  /** Drains and stops everything, API and worker first. */
  stop(): Promise<void>;
}

/**
 * Starts the whole platform on embedded parts and keeps it running. Without configuration everything is local; where
 * DATABASE_URL, TEMPORAL_ADDRESS, S3_ENDPOINT or CARRIER_SIMULATOR_BASE_URL names a real server, that one is used.
 * @throws ConfigurationError, LocalStackError: for the person at the terminal; nothing is left running then.
 */
export const startStack = async (options: StackOptions = {}): Promise<RunningStack> => {
  const config = readStackConfig(options.environment ?? process.env);
  const release = claimDataFolder(config.dataDir);
  const onEvent = options.onEvent ?? (() => {});
  try {
    await endLeftovers(join(config.dataDir, "run"), PART_NAMES);
    const plan = await planStack(config, { ...options, onInstall: options.onInstall ?? onEvent });
    const supervisor = createSupervisor({ runFolder: plan.folders.run, onEvent });
    await startParts(plan, supervisor, { signal: options.signal, onEvent });
    return runningStack(plan, supervisor, release);
  } catch (error) {
    release();
    throw error;
  }
};

const startParts = async (
  plan: StackPlan,
  supervisor: Supervisor,
  {
    signal = new AbortController().signal,
    onEvent,
  }: { signal: AbortSignal | undefined; onEvent: (sentence: string) => void },
) => {
  const giveUp = () => void supervisor.stop();
  signal.addEventListener("abort", giveUp);
  try {
    signal.throwIfAborted();
    await Promise.all([
      supervisor.start(listServerParts(plan, onEvent)),
      prepareConsole(plan, onEvent),
      preparePrograms(plan, onEvent),
    ]);
    await runMigrations(plan, signal);
    storeEnvironment(plan);
    await supervisor.start([describeApiPart(plan), describeWorkerPart(plan), ...listMediaParts(plan)]);
  } catch (error) {
    await supervisor.stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
};

/** Builds the console while the servers start; the API also works without it. */
const prepareConsole = async (
  { environment, buildConsole }: StackPlan,
  onEvent: (sentence: string) => void,
): Promise<void> => {
  if (environment["CONSOLE_FOLDER"]) return;
  try {
    environment["CONSOLE_FOLDER"] = await buildConsole();
  } catch (error) {
    onEvent(`The console could not be built and is not served: ${readErrorMessage(error)}`);
  }
};

/** Joins the programs while the servers start; the processes start from their sources as well. */
const preparePrograms = async (
  { entryPoints, bundlePrograms }: StackPlan,
  onEvent: (sentence: string) => void,
): Promise<void> => {
  if (!bundlePrograms) return;
  try {
    const folder = await bundlePrograms();
    for (const program of BUNDLED_PROGRAMS) entryPoints[program] = locateProgram(folder, program);
  } catch (error) {
    onEvent(`The processes start from their sources, which takes longer: ${readErrorMessage(error)}`);
  }
};

const runningStack = (plan: StackPlan, supervisor: Supervisor, release: () => void): RunningStack => ({
  addresses: {
    api: buildLocalUrl(plan.config),
    console: plan.environment["CONSOLE_FOLDER"] && `${buildLocalUrl(plan.config)}/console/`,
    worker: buildLocalUrl({ ...plan.config, PORT: plan.config.WORKER_HTTP_PORT }),
    temporal: plan.environment["TEMPORAL_ADDRESS"],
    temporalUi: plan.environment["TEMPORAL_UI_URL"],
    objectStore: plan.environment["S3_ENDPOINT"],
    simulator: plan.environment["CARRIER_SIMULATOR_BASE_URL"],
  },
  environment: { ...plan.environment },
  dataDir: plan.folders.data,
  pid: (name) => supervisor.pid(name),
  kill: (name, signal) => {
    const pid = supervisor.pid(name);
    return pid !== undefined && process.kill(pid, signal);
  },
  stop: async () => {
    await supervisor.stop();
    deleteEnvironment(plan);
    release();
  },
});
