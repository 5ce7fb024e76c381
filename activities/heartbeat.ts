import { Context } from "@temporalio/activity";

const HEARTBEAT_EVERY_MS = 1000;

/** Tells the server every second that this process still lives: a killed worker's activity is given to another in seconds. */
export const withHeartbeat = async <T>(work: () => Promise<T>): Promise<T> => {
  const context = Context.current();
  // A local activity has none: it lives and dies with its workflow task.
  if (context.info.isLocal) return work();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
