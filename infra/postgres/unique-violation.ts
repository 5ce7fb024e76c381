import { DatabaseError } from "pg";

const UNIQUE_VIOLATION = "23505";

/** The name of the unique constraint or index that a statement ran into; null when it failed of something else. */
export const violatedConstraint = (error: unknown): string | null =>
  error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? (error.constraint ?? null) : null;
