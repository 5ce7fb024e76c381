/** Returns the system's code of a failed call ("EACCES", "ENOENT"), or undefined. */
export const readErrorCode = (error: unknown): string | undefined => {
  const code = isObject(error) && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
};

export const readErrorMessage = (error: unknown): string =>
  isObject(error) && "message" in error ? String(error.message) : String(error);

// `instanceof Error` fails for Node's own errors in a VM context, as in tests, because they are of another realm.
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
