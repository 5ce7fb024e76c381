export type CampaignState = "draft" | "running" | "paused" | "completed" | "failed" | "canceled";
export type CampaignCommandName = "start" | "pause" | "resume" | "cancel";

/**
 * Counts of contacts; always `total = suppressed + finished + remaining`. `attempts` counts requests that the
 * carrier accepted. `revision` grows with every change: of two readings the one with the larger is newer.
 */
export interface CampaignFigures {
  total: number;
  suppressed: number;
  finished: number;
  remaining: number;
  dialled: number;
  answered: number;
  unreached: number;
  inFlight: number;
  waitingRetry: number;
  attempts: number;
  revision: number;
}

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

/** The sentence for a campaign whose agent cannot run. */

export interface CircuitBreakerConfig {
  enabled: boolean;
  failure_threshold: number;
  window_seconds: number;
  min_calls_in_window: number;
}

export type CommandDecision =
  | { kind: "apply"; to: CampaignState }
  | { kind: "holds" }
  | { kind: "refuse"; sentence: string };

const TRANSITIONS: Record<CampaignCommandName, { from: readonly CampaignState[]; to: CampaignState }> = {
  start: { from: ["draft"], to: "running" },
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused", "failed"], to: "running" },
  cancel: { from: ["draft", "paused", "failed"], to: "canceled" },
};

/**
 * Decides whether a command may be carried out in a state. A command whose state is already reached changes nothing.
 */
export const decideCommand = (state: CampaignState, command: CampaignCommandName): CommandDecision => {
  const transition = TRANSITIONS[command];
  if (state === transition.to) return { kind: "holds" };
  if (transition.from.includes(state)) return { kind: "apply", to: transition.to };
  return { kind: "refuse", sentence: `A ${state} campaign cannot ${command}: ${hintFor(state, command)}` };
};

const hintFor = (state: CampaignState, command: CampaignCommandName): string => {
  if (command === "cancel" && state === "running") return "pause it first";
  if (command === "start" && (state === "paused" || state === "failed")) return "resume it";
  if ((command === "pause" || command === "resume") && state === "draft") return "start it first";
  return `${command} is for ${joinByOr(TRANSITIONS[command].from)} campaigns`;
};

const joinByOr = (states: readonly CampaignState[]): string =>
  states.length < 2 ? states.join() : `${states.slice(0, -1).join(", ")} or ${states.at(-1)}`;

/** Returns why a campaign cannot be redialled; null when it is over, which a redial requires. */
export const explainRedialRefusal = (state: CampaignState): string | null =>
  isCampaignOver(state) ? null : `A ${state} campaign cannot be redialled: wait until it is completed, or cancel it`;

/** States that never change again. */
export const FINAL_CAMPAIGN_STATES = ["completed", "canceled"] as const;

export const isCampaignOver = (state: CampaignState): boolean => FINAL_CAMPAIGN_STATES.some((final) => final === state);

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

const BREAKER_FAILURES = new Set(["failed", "unknown"]);
const BREAKER_SUCCESSES = new Set(["answered", "voicemail", "busy", "no_answer", "rejected", "opted_out"]);

/**
 * Tells whether the breaker trips, from the outcome counts of its window. Outcomes that say nothing about the carrier
 * are not counted.
 */
export const shouldTripBreaker = (counts: Readonly<Record<string, number>>, config: CircuitBreakerConfig): boolean => {
  if (!config.enabled) return false;
  const sum = (outcomes: Set<string>) => [...outcomes].reduce((total, outcome) => total + (counts[outcome] ?? 0), 0);
  const failures = sum(BREAKER_FAILURES);
  const calls = failures + sum(BREAKER_SUCCESSES);
  return calls >= config.min_calls_in_window && failures / calls >= config.failure_threshold && failures > 0;
};

/** The most calls of one campaign at a time, whatever its account and its organization allow. */
export const MOST_CALLS_AT_ONCE = 1000;
/** Each shard claims once a second: fewer, larger ones share that among more calls. */
export const MOST_CALLS_OF_A_SHARD = 500;

/** Splits a campaign's concurrency into shards of at most so many calls each. */
export const splitIntoShards = (maxConcurrency: number, mostCalls = MOST_CALLS_OF_A_SHARD): number[] => {
  const shards = Math.ceil(maxConcurrency / mostCalls);
  const base = Math.floor(maxConcurrency / shards);
  return Array.from({ length: shards }, (_, index) => base + (index < maxConcurrency % shards ? 1 : 0));
};

/** The counts that a campaign's row keeps. */
export interface KeptCounts {
  total: number;
  suppressed: number;
  finished: number;
  dialled: number;
  answered: number;
  unreached: number;
  in_flight: number;
  waiting_retry: number;
  attempts: number;
  revision: number;
}

export const computeFigures = (kept: KeptCounts): CampaignFigures => ({
  total: kept.total,
  suppressed: kept.suppressed,
  finished: kept.finished,
  remaining: kept.total - kept.suppressed - kept.finished,
  dialled: kept.dialled,
  answered: kept.answered,
  unreached: kept.unreached,
  inFlight: kept.in_flight,
  waitingRetry: kept.waiting_retry,
  attempts: kept.attempts,
  revision: kept.revision,
});

export const NO_FIGURES: CampaignFigures = {
  total: 0,
  suppressed: 0,
  finished: 0,
  remaining: 0,
  dialled: 0,
  answered: 0,
  unreached: 0,
  inFlight: 0,
  waitingRetry: 0,
  attempts: 0,
  revision: -1,
};
