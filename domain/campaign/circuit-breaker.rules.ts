export interface CircuitBreakerConfig {
  enabled: boolean;
  failure_threshold: number;
  window_seconds: number;
  min_calls_in_window: number;
}

export const BREAKER_DEFAULTS = {
  enabled: false,
  failure_threshold: 0.5,
  window_seconds: 120,
  min_calls_in_window: 5,
} as const satisfies CircuitBreakerConfig;

/** The values that a setting may have. */
export const BREAKER_LIMITS = {
  failure_threshold: { least: 0, most: 1 },
  window_seconds: { least: 30, most: 3600 },
  min_calls_in_window: { least: 1, most: 1000 },
} as const;

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
