import { Context } from "@temporalio/activity";

const HEARTBEAT_EVERY_MS = 1000;

/** Sends the server a heartbeat every second, so that a killed worker's activity is given to another one in seconds. */
export const withHeartbeat = async <T>(work: () => Promise<T>): Promise<T> => {
  const context = Context.current();
  // A local activity has no heartbeats: it ends with its workflow task.
  if (context.info.isLocal) return work();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
