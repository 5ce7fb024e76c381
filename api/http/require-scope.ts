import { describeWiderKey, type KeyLimits } from "../../domain/access/api-key-limits.ts";
import { requiredScope } from "../../domain/access/api-key-scope.ts";
import { forbidden } from "./http-error.ts";
import type { AnyOperation } from "./operation.ts";
import type { Actor } from "./operation-context.ts";

/** Throws 403 for a key with scopes where the one that the operation needs is not among them. */
export const requireScope = (
  { limits }: Actor,
  operation: Pick<AnyOperation, "area" | "sandbox" | "summary">,
): void => {
  const needed = requiredScope(operation);
  if (!limits?.scopes || needed === null || limits.scopes.includes(needed)) return;
  throw forbidden(
    "scope_missing",
    `This (${operation.summary}) needs the scope ${needed}, which this key does not have: use a key with it`,
  );
};

/** Throws 403 for a key with scopes, whatever they are; `what` ends the sentence: "A key with scopes may not …". */
export const requireUnscoped = ({ limits }: Actor, what: string): void => {
  if (limits?.scopes) throw forbidden("key_too_wide", `A key with scopes may not ${what}: use one without, or log in`);
};

/** Throws 403 when a key would give another one more than it has itself. */
export const requireNotWider = ({ limits, credential }: Actor, key: KeyLimits): void => {
  if (credential.kind === "api_key" && credential.ofClient)
    throw forbidden("key_too_wide", "A program that somebody let in passes nothing on: people make keys themselves");
  const wider = limits ? describeWiderKey(limits, key) : null;
  if (wider) throw forbidden("key_too_wide", `A key passes on no more than it has. This one could do ${wider}`);
};
