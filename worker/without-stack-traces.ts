import { promiseHooks } from "node:v8";

/**
 * Runs in the threads of workflows before the SDK. For every promise of a workflow the SDK keeps the stack that made it, for the
 * query `__stack_trace`: half of the work of these threads. Without the hook it refuses that query, and says so once on the
 * console, where nobody looks.
 */
promiseHooks.createHook = () => {
  const { warn } = console;
  console.warn = () => {
    console.warn = warn;
  };
  throw new Error("workflows keep no stack traces of their promises");
};
