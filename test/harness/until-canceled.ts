import { Context } from "@temporalio/activity";

/** In an activity, as a media process carries a voice: reports that it lives until it is canceled. Rejects then. */
export const liveUntilCanceled = async (): Promise<void> => {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), 100);
  try {
    await context.cancelled;
  } finally {
    clearInterval(timer);
  }
};
