import type { AnsweredBy } from "../answerer/answered-by.rules.ts";
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
  /**
   * Who is called again of those who answered; where there is a list, it alone decides about answered calls. Absent or empty: voicemail
   * by its flag, a screening service or an automatic line without a person like no answer, a person never.
   */
  retry_on_answered_by?: AnsweredBy[] | null | undefined;
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

/** How an attempt ended; `answeredBy`: null where nobody has answered, or nobody knows who did. */
export interface AttemptEnd {
  outcome: string;
  answeredBy: AnsweredBy | null;
  /** A person came on the line after the screening service or the menu. */
  personCame?: boolean;
}

/**
 * Decides the next step of a contact after an attempt: only busy, no answer, voicemail (by their flags) and, once, failed are tried
 * again, or of answered calls those by whom the settings name. Nobody who opted out or was refused is called again.
 */
export const decideNextStep = (end: AttemptEnd, history: AttemptHistory, config: RetryConfig): NextStep => {
  if (!config.enabled || history.retries >= config.max_retries) return { kind: "finished" };
  if (!isWanted(end, history, config)) return { kind: "finished" };
  return { kind: "retry", delaySeconds: delayOfRetry(config, history.retries) };
};

/** Returns the delay before a retry in seconds, by how many there were before it. */
export const delayOfRetry = (config: RetryConfig, retries: number): number =>
  config.retry_delays_seconds?.[retries] ?? config.retry_delay_seconds;

const isWanted = (end: AttemptEnd, history: AttemptHistory, config: RetryConfig): boolean => {
  const { outcome } = end;
  if (outcome === "failed") return history.failedRetries < MAX_FAILED_RETRIES;
  if (outcome === "busy") return config.retry_on_busy;
  const wanted = config.retry_on_answered_by ?? [];
  const answeredBy = outcome === "voicemail" ? "voicemail" : end.personCame ? "person" : end.answeredBy;
  if (wanted.length > 0 && answeredBy !== null && ANSWERED.has(outcome)) return wanted.includes(answeredBy);
  return (
    (outcome === "no_answer" && config.retry_on_no_answer) || (outcome === "voicemail" && config.retry_on_voicemail)
  );
};

/** The outcomes of calls that somebody or something has taken. */
const ANSWERED: ReadonlySet<string> = new Set(["answered", "voicemail", "no_answer"]);

/** Returns the settings so that a flag never says other than the list; an empty list counts as absent. */
export const agreeRetries = (config: RetryConfig): RetryConfig => {
  const { retry_on_answered_by: wanted, ...rest } = config;
  if (!wanted?.length) return rest;
  return { ...rest, retry_on_answered_by: wanted, retry_on_voicemail: wanted.includes("voicemail") };
};

/** The flag of voicemail changes the list, where there is one. */
export const changeVoicemailRetry = (wanted: readonly AnsweredBy[], isWantedNow: boolean): AnsweredBy[] => {
  const others = wanted.filter((each) => each !== "voicemail");
  return isWantedNow ? [...others, "voicemail"] : others;
};
