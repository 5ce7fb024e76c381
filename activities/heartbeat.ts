import { Context } from "@temporalio/activity";
import { HEARTBEAT_EVERY_MS } from "../infra/temporal/deadlines.ts";

/** The interval of a long file's progress reports: each is an event of its workflow's history. */
export const REPORT_EVERY_MS = 2000;

/** Sends the server heartbeats while the work is done. */
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
