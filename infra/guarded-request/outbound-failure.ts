import { OutboundRequestError } from "./outbound-request-error.ts";

/** Converts an error into one whose sentence may be shown to users. */
export const toOutboundError = (
  error: unknown,
  { mayHaveArrived, timeoutMs, signal }: { mayHaveArrived: boolean; timeoutMs: number; signal: AbortSignal },
): OutboundRequestError => {
  const known = knownCause(error);
  if (known) return known;
  const options = { mayHaveArrived, cause: error };
  // A time-out may appear as a reset connection, which this process has reset.
  if (signal.aborted) return new OutboundRequestError("timed_out", `No answer came within ${timeoutMs} ms`, options);
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  if (mayHaveArrived) {
    return new OutboundRequestError(
      "interrupted",
      `The connection broke before the answer was complete${code}`,
      options,
    );
  }
  return new OutboundRequestError("connection_failed", `No connection could be made${code}`, options);
};

/** When several addresses were tried, each has an error of its own. */
const knownCause = (error: unknown): OutboundRequestError | undefined => {
  if (error instanceof OutboundRequestError) return error;
  if (error instanceof AggregateError) return error.errors.find((each) => each instanceof OutboundRequestError);
  return undefined;
};
