import type { Logger } from "../infra/logger.ts";

export interface Repetition {
  everyMs: number;
  logger: Logger;
  /** The log message of a failure, which is written once until the work succeeds again. */
  whenItFails: string;
}

/** Repeats work, never twice at a time, until the returned function is called. */
export const repeatWork = (
  work: () => Promise<unknown>,
  { everyMs, logger, whenItFails }: Repetition,
): (() => void) => {
  let isWorking = false;
  let isFailing = false;
  const workOnce = async () => {
    if (isWorking) return;
    isWorking = true;
    try {
      await work();
      isFailing = false;
    } catch (err) {
      if (!isFailing) logger.warn({ err }, whenItFails);
      isFailing = true;
    }
    isWorking = false;
  };
  const timer = setInterval(() => void workOnce(), everyMs).unref();
  return () => clearInterval(timer);
};
