/** Something the person at the terminal can put right: its message is one sentence (or a few) that says how. */
export class LocalStackError extends Error {
  override readonly name = "LocalStackError";
}

/** The system's own code of a failed call ("EACCES", "ENOENT"), or undefined. */
export const errorCode = (error: unknown): string | undefined => {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
};

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
