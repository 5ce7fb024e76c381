import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";

const KEY = "ringdown: tool calls under way";

/** The tool calls that this process has in progress; somebody on the line waits for each. */
export interface ToolCallCount {
  isAny(): boolean;
  /** Counts the activities of the worker that has it. */
  interceptor: ActivityInboundCallsInterceptor;
}

/** Creates the count of this process. Threads that are started afterwards see it too. */
export const createToolCallCount = (): ToolCallCount => {
  const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setEnvironmentData(KEY, cell);
  return {
    isAny: () => Atomics.load(cell, 0) > 0,
    interceptor: {
      execute: async (input, next) => {
        Atomics.add(cell, 0, 1);
        try {
          return await next(input);
        } finally {
          Atomics.sub(cell, 0, 1);
        }
      },
    },
  };
};

/** In a thread: whether the process that started it has tool calls under way. */
export const hasToolCallsUnderWay = (): boolean => {
  const cell = getEnvironmentData(KEY);
  return cell instanceof Int32Array && Atomics.load(cell, 0) > 0;
};
