import { apiKeysOperations } from "./api-keys/api-keys.operations.ts";
import type { AnyOperation } from "./http/operation.ts";
import { telephonyOperations } from "./telephony/telephony.operations.ts";

/** Every operation that is served, by area. */
export const operations: readonly AnyOperation[] = [...apiKeysOperations, ...telephonyOperations];
