import { takesIdempotencyKey } from "../idempotency-key.ts";
import type { Operation } from "../operation.ts";
import ofOperations from "./error-codes.json" with { type: "json" };

/** Codes by the status of their answer. */
export type CodesByStatus = Readonly<Record<string, readonly string[]>>;

/** Those of an operation's own sources: `scripts/error-codes/` reads them, and `npm run clients` keeps them current. */
const OWN: Readonly<Record<string, CodesByStatus>> = ofOperations;

/** An operation as far as its codes depend on it. */
export type RefusingOperation = Pick<
  Operation,
  | "id"
  | "method"
  | "path"
  | "permission"
  | "success"
  | "params"
  | "query"
  | "body"
  | "bodyKind"
  | "addsRows"
  | "beforeSecondFactor"
>;

/** Lists the codes that an operation can answer, those of every operation of its kind among them. */
export const listErrorCodes = (operation: RefusingOperation): CodesByStatus => {
  const codes = new Map<string, Set<string>>();
  const parts = [...commonCodes(operation), ...Object.entries(OWN[operation.id] ?? {})];
  for (const [status, found] of parts) {
    const known = codes.get(status) ?? new Set();
    for (const code of found) known.add(code);
    codes.set(status, known);
  }
  return Object.fromEntries([...codes].map(([status, found]) => [status, [...found].toSorted()]));
};

/** Lists those that are not of every operation of its kind. */
export const listOwnErrorCodes = ({ id }: Pick<Operation, "id">): CodesByStatus => OWN[id] ?? {};

/** What the mechanism of requests refuses, whatever the operation does. */
const commonCodes = (operation: RefusingOperation): [string, readonly string[]][] => {
  const { method, permission, params, query, body, bodyKind, addsRows } = operation;
  const isKeyed = takesIdempotencyKey(operation);
  const isKnown = permission !== "public";
  return [
    ["429", ["too_many_requests"]],
    ["431", ["headers_too_large"]],
    ["503", ["unavailable"]],
    ...given(isKnown, "401", ["key_expired", "unauthorized"]),
    ...given(isKnown, "403", ["role_insufficient", "sandbox_key", "scope_missing"]),
    ...given(isKnown && !operation.beforeSecondFactor, "403", ["second_factor_needed"]),
    ...given(isKeyed, "400", ["idempotency_key_too_long"]),
    ...given(isKeyed, "409", ["idempotency_key_reused", "request_in_progress"]),
    // The thing it names may go, or begin to be used, between its check and its change.
    ...given(method !== "get" && isKnown, "409", ["deleted_meanwhile", "used_meanwhile"]),
    ...given(params !== undefined, "400", ["path_malformed"]),
    ...given(params !== undefined || query !== undefined || body !== undefined, "422", ["validation_error"]),
    ...given(body !== undefined, "413", ["body_too_large"]),
    ...given(body !== undefined, "415", ["unsupported_media_type"]),
    ...given(bodyKind === "multipart", "413", ["form_too_large"]),
    ...given(addsRows === true, "402", ["row_quota"]),
  ];
};

const given = (applies: boolean, status: string, codes: readonly string[]): [string, readonly string[]][] =>
  applies ? [[status, codes]] : [];
