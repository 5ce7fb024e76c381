import type { AnyOperation } from "./operation.ts";

/** Drops fields that the schema does not name. */
export const presentResult = (operation: AnyOperation, result: unknown): unknown =>
  operation.success.body ? operation.success.body.parse(result) : undefined;
