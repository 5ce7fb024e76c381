import type { z } from "zod";
import type { CircuitBreakerConfig } from "../../domain/campaign/circuit-breaker.rules.ts";
import { agreeRetries, changeVoicemailRetry, type RetryConfig } from "../../domain/campaign/retry.rules.ts";
import { HttpError } from "../http/http-error.ts";
import {
  circuitBreaker,
  type circuitBreakerChanges,
  retryConfig,
  type retryConfigChanges,
} from "./settings.schemas.ts";

/** Returns the settings of retries with these changes; 422 where they do not fit together. */
export const mergeRetryConfig = (stored: RetryConfig, changes: z.output<typeof retryConfigChanges>) => {
  const { retry_delays_seconds: delays, ...merged } = mergeSettings(retryConfig, {
    field: "retry_config",
    stored,
    changes: { ...changes, retry_on_answered_by: readWanted(stored, changes) },
  });
  // An empty list counts as absent, and so changes nothing in a campaign that never had one.
  return agreeRetries({ ...merged, ...(delays?.length && { retry_delays_seconds: delays }) });
};

/** Who is called again of those who answered, after a change of the list or of the flag that is a part of it. */
const readWanted = (
  { retry_on_answered_by: wanted }: RetryConfig,
  changes: z.output<typeof retryConfigChanges>,
): RetryConfig["retry_on_answered_by"] => {
  if (changes.retry_on_answered_by !== undefined) return changes.retry_on_answered_by;
  if (changes.retry_on_voicemail === undefined || !wanted?.length) return wanted ?? undefined;
  return changeVoicemailRetry(wanted, changes.retry_on_voicemail);
};

/** Returns the settings of a breaker with these changes. */
export const mergeCircuitBreaker = (stored: CircuitBreakerConfig, changes: z.output<typeof circuitBreakerChanges>) =>
  mergeSettings(circuitBreaker, { field: "circuit_breaker", stored, changes });

/** Merges changes into stored settings. Fields that were not sent stay, and the whole is checked like that of a new campaign. */
const mergeSettings = <Schema extends z.ZodType>(
  schema: Schema,
  { field, stored, changes }: { field: string; stored: object; changes: object },
): z.output<Schema> => {
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged = schema.safeParse({ ...stored, ...sent });
  if (merged.success) return merged.data;
  const faults = merged.error.issues.map(({ path, message, code }) => ({
    loc: ["body", field, ...path.filter((key) => typeof key !== "symbol")],
    msg: message,
    type: code,
  }));
  throw new HttpError(422, "validation_error", faults);
};
