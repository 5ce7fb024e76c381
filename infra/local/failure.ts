/** Something the person at the terminal can put right: its message is one sentence (or a few) that says how. */
export class LocalStackError extends Error {
  override readonly name = "LocalStackError";
}

/** The system's own code of a failed call ("EACCES", "ENOENT"), or undefined. */
export const errorCode = (error: unknown): string | undefined => {
  const code = isObject(error) && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
};

export const errorMessage = (error: unknown): string =>
  isObject(error) && "message" in error ? String(error.message) : String(error);

// Not `instanceof Error`: an error of Node's own is of another realm where code runs in a VM context, as tests do.
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
