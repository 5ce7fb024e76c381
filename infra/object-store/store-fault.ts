import { types } from "node:util";

/** The store is away, full, or refused to do it. What was to be stored is not. `cause`: what its client said. */
export class ObjectStoreError extends Error {
  override readonly name = "ObjectStoreError";
}

/** What the store's client throws, as `ObjectStoreError`; what is no fault of the store stays what it is. */
export const asStoreError = (error: unknown): unknown =>
  types.isNativeError(error) && isFaultOfStore(error)
    ? new ObjectStoreError(`the object store did not do it: ${error.message}`, { cause: error })
    : error;

/** The client asks a second time after a status from 500 on, and then throws an error that has neither name nor code. */
const isFaultOfStore = (error: Error): boolean =>
  error.name === "S3Error" || error.message.startsWith("Request failed after") || isOfConnection(error);

const isOfConnection = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && /^E[A-Z_]+$/.test(error.code);
