import type { Logger } from "../../infra/logger.ts";

interface Parts {
  logger: Logger;
  show(line: { speaker: "agent"; after_ms: number }): void;
}

export type ResponseLatency = ReturnType<typeof createResponseLatency>;

/** Creates a clock that reports how long after the person fell silent the agent's first sound came. */
export const createResponseLatency = ({ logger, show }: Parts) => {
  let silentSinceMs: number | null = null;
  return {
    silent: (agoMs: number) => {
      silentSinceMs = performance.now() - agoMs;
    },
    /** Nothing was said that needs an answer. */
    forget: () => {
      silentSinceMs = null;
    },
    sounds: () => {
      if (silentSinceMs === null) return;
      const after_ms = Math.round(performance.now() - silentSinceMs);
      silentSinceMs = null;
      logger.debug({ after_ms }, "the agent answers");
      show({ speaker: "agent", after_ms });
    },
  };
};
