import { DAY_SECONDS } from "../time/durations.rules.ts";

export interface RetryConfig {
  enabled: boolean;
  max_retries: number;
  retry_delay_seconds: number;
  /** The delay before the n-th retry; retries beyond the list use `retry_delay_seconds`. */
  retry_delays_seconds?: number[] | null | undefined;
  retry_on_busy: boolean;
  retry_on_no_answer: boolean;
  retry_on_voicemail: boolean;
}

/** What a campaign is given that names no retries of its own: busy, no answer and voicemail are tried twice more. */
export const RETRY_DEFAULTS = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
} as const satisfies RetryConfig;

export const MOST_RETRIES = 10;
export const LONGEST_RETRY_DELAY_SECONDS = DAY_SECONDS;

export type NextStep = { kind: "finished" } | { kind: "retry"; delaySeconds: number };

export interface AttemptHistory {
  /** Retries made before this attempt ended. */
  retries: number;
  /** How many of them followed a `failed`. */
  failedRetries: number;
}

const MAX_FAILED_RETRIES = 1;

/**
 * Decides the next step of a contact after an attempt: only busy, no answer, voicemail (by their flags) and, once,
 * failed are tried again.
 */
export const decideNextStep = (outcome: string, history: AttemptHistory, config: RetryConfig): NextStep => {
  if (!config.enabled || history.retries >= config.max_retries) return { kind: "finished" };
  const wanted =
    (outcome === "busy" && config.retry_on_busy) ||
    (outcome === "no_answer" && config.retry_on_no_answer) ||
    (outcome === "voicemail" && config.retry_on_voicemail) ||
    (outcome === "failed" && history.failedRetries < MAX_FAILED_RETRIES);
  if (!wanted) return { kind: "finished" };
  return { kind: "retry", delaySeconds: config.retry_delays_seconds?.[history.retries] ?? config.retry_delay_seconds };
};
