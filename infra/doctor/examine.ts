import { setTimeout as delay } from "node:timers/promises";
import { UnsetSettingsError } from "../config/config.ts";
import { type Check, type Finding, fault } from "./finding.ts";

const LONGEST_CHECK_MS = 20_000;

/** Runs the checks beside each other and returns what they found, in their order. Never rejects; a check that hangs is a fault. */
export const examine = async (checks: readonly Check[], longestMs = LONGEST_CHECK_MS): Promise<Finding[]> => {
  const found = await Promise.all(checks.map((check) => lookWithin(check, longestMs)));
  return found.flat();
};

const lookWithin = async ({ part, look }: Check, longestMs: number): Promise<Finding[]> => {
  const leaving = new AbortController();
  const late = delay(longestMs, null, { signal: leaving.signal }).catch(() => null);
  try {
    const findings = await Promise.race([look(), late]);
    if (findings !== null) return findings.map((finding) => ({ part, ...finding }));
    return [{ part, ...fault("no_answer", { seconds: longestMs / 1000 }) }];
  } catch (error) {
    return [{ part, ...judgeError(error) }];
  } finally {
    leaving.abort();
  }
};

const judgeError = (error: unknown) =>
  error instanceof UnsetSettingsError
    ? fault("settings_missing", { names: error.settings.join(", ") })
    : fault("failed", { reason: describeError(error) });

/** Returns an error with its causes in one line: those of a failed connection stand only in its parts. */
export const describeError = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(describeError).join("; ");
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : describeError(error.cause);
  return cause === "" || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
};
