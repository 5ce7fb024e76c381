import { types } from "node:util";

/** The store is not reachable, full, or refused. Nothing was stored. `cause`: the error of its client. */
export class ObjectStoreError extends Error {
  override readonly name = "ObjectStoreError";
}

/** Converts an error of the store's client to `ObjectStoreError`; other errors are returned unchanged. */
export const toStoreError = (error: unknown): unknown =>
  types.isNativeError(error) && isFaultOfStore(error)
    ? new ObjectStoreError(`the object store did not do it: ${error.message}`, { cause: error })
    : error;

/** Tells whether the store could not be reached; an answer, also a bad one, may be about one object alone. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof ObjectStoreError && types.isNativeError(error.cause) && isOfConnection(error.cause);

/** After a status from 500 on the client retries once and then throws an error without name and code. */
const isFaultOfStore = (error: Error): boolean =>
  error.name === "S3Error" || error.message.startsWith("Request failed after") || isOfConnection(error);

const isOfConnection = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && /^E[A-Z_]+$/.test(error.code);
