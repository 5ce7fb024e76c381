/** The newest entries of a campaign's log that an answer has; all of them are kept. */
export const LOGS_SHOWN = 200;

export const LOG_LEVELS = ["info", "warning", "error"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** An entry of a campaign's log: every command and every automatic decision has one, with its actor. */
export interface CampaignDecision {
  level: LogLevel;
  /** A fixed word: `started`, `paused`, `breaker_tripped` … */
  event: string;
  /** A sentence for people. */
  message: string;
  actor: string;
  details?: object;
  /** Of a command: the same for each try to carry it out. */
  commandKey?: string;
}
