import { syncBuiltinESMExports } from "node:module";
import workerThreads, { type WorkerOptions } from "node:worker_threads";

/** The thread's module, in the package or in the bundle of this process. */
const SDK_THREAD = /[\\/]workflow-(worker-)?thread\.js$/;
const BEFORE_IT = ["without-stack-traces.ts", "collect-in-thread.ts"].flatMap((file) => [
  "--import",
  new URL(file, import.meta.url).href,
]);

/**
 * Has the SDK's threads of workflows keep no stack traces of promises and give memory back at rest. It has no setting for
 * either, so its threads get modules to run first. Call it before a worker is created.
 */
export const prepareWorkflowThreads = (): void => {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const isOfWorkflows = SDK_THREAD.test(String(file));
      super(file, isOfWorkflows ? { ...options, execArgv: [...process.execArgv, ...BEFORE_IT] } : options);
    }
  };
  syncBuiltinESMExports();
};
