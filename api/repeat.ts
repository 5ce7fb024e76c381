import type { Logger } from "../infra/logger.ts";

export interface Repetition {
  everyMs: number;
  logger: Logger;
  /** What the log says when it fails; once, until the next time that works. */
  whenItFails: string;
}

/** Does something again and again, never twice at a time, until the function it gives is called. */
export const repeat = (work: () => Promise<unknown>, { everyMs, logger, whenItFails }: Repetition): (() => void) => {
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
