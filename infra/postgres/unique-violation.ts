const UNIQUE_VIOLATION = "23505";

/**
 * Returns the name of the unique constraint or index that a statement violated; null for any other error. The entity
 * manager wraps the driver's error in its own, with the same fields.
 */
export const findViolatedConstraint = (error: unknown): string | null => {
  if (!(error instanceof Error) || !("code" in error) || error.code !== UNIQUE_VIOLATION) return null;
  return "constraint" in error && typeof error.constraint === "string" ? error.constraint : null;
};
