/** An error that the person at the terminal can repair: its message is one sentence (or a few) that says how. */
export class LocalStackError extends Error {
  override readonly name = "LocalStackError";
}

/** Returns the system's code of a failed call ("EACCES", "ENOENT"), or undefined. */
export const readErrorCode = (error: unknown): string | undefined => {
  const code = isObject(error) && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
};

export const readErrorMessage = (error: unknown): string =>
  isObject(error) && "message" in error ? String(error.message) : String(error);

/** Returns the sentence to print for an error, or undefined when the error is a defect of Ringdown. */
export const describeStackError = (error: unknown): string | undefined =>
  error instanceof Error && ["LocalStackError", "ConfigurationError"].includes(error.name)
    ? readErrorMessage(error)
    : undefined;

// `instanceof Error` fails for Node's own errors in a VM context, as in tests, because they are of another realm.
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
