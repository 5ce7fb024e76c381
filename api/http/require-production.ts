import { mayUse, mayUseOperation } from "../../domain/environment/sandbox.rules.ts";
import { conflict, forbidden } from "./http-error.ts";
import type { AnyOperation } from "./operation.ts";
import type { Actor, Environment } from "./operation-context.ts";

/** Throws 403 for a sandbox key; `what` ends the sentence: "A sandbox key may not pause a production campaign". */
export const requireProduction = ({ environment }: Actor, what: string): void => {
  if (environment === "production") return;
  throw forbidden("sandbox_key", `A sandbox key may not ${what}: use a production key`);
};

/** Throws 403 for everybody but an owner with a session: no key acts as one. `what` ends the sentence: "Only an owner may …". */
export const requireOwner = (actor: Actor, what: string): void => {
  requireProduction(actor, what);
  if (actor.role !== "owner")
    throw forbidden("role_insufficient", `Only an owner may ${what}, with a session of theirs`);
};

/** Throws 403 for a sandbox key where the operation's declaration does not let one in. */
export const requireSandboxRule = (
  actor: Actor,
  { sandbox, summary }: Pick<AnyOperation, "sandbox" | "summary">,
): void => {
  if (!mayUseOperation(actor.environment, sandbox)) requireProduction(actor, `do this (${summary})`);
};

/** Throws 403 when a sandbox key would change a row that was not made in the sandbox; `what` names it: "agent". */
export const requireOwnEnvironment = (actor: Actor, row: { environment: Environment }, what: string): void => {
  if (row.environment === "production") requireProduction(actor, `change a production ${what}`);
};

/** Throws 409 where production would use what a sandbox key may change; `remedy` says what to do instead. */
export const requireUsable = (
  user: { environment: Environment },
  used: { environment: Environment; name: string },
  remedy: string,
): void => {
  if (mayUse(user.environment, used.environment)) return;
  throw conflict("made_in_sandbox", `${used.name} was made in the sandbox, whose keys may change it: ${remedy}`);
};

export const DUPLICATE_AGENT = "duplicate the agent and use the copy";
