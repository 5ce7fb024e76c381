import { readErrorMessage } from "../pinned-package/read-error.ts";

/** An error that the person at the terminal can repair: its message is one sentence (or a few) that says how. */
export class LocalStackError extends Error {
  override readonly name = "LocalStackError";
}

/** Returns the sentence to print for an error, or undefined when the error is a defect of Ringdown. */
export const describeStackError = (error: unknown): string | undefined =>
  error instanceof Error && ["LocalStackError", "ConfigurationError"].includes(error.name)
    ? readErrorMessage(error)
    : undefined;
