import { forbidden } from "./http-error.ts";
import type { AnyOperation } from "./operation.ts";
import type { Actor, Environment } from "./operation-context.ts";

/** Throws 403 for a sandbox key; `what` ends the sentence: "A sandbox key may not pause a production campaign". */
export const requireProduction = ({ environment }: Actor, what: string): void => {
  if (environment === "production") return;
  throw forbidden("sandbox_key", `A sandbox key may not ${what}: use a production key`);
};

/** Throws 403 for a sandbox key where the operation's declaration does not let one in. */
export const requireSandboxRule = (
  actor: Actor,
  { sandbox, summary }: Pick<AnyOperation, "sandbox" | "summary">,
): void => {
  if (sandbox === "refused") requireProduction(actor, `do this (${summary})`);
};

/** Throws 403 when a sandbox key would change a row that was not made in the sandbox; `what` names it: "agent". */
export const requireOwnEnvironment = (actor: Actor, row: { environment: Environment }, what: string): void => {
  if (row.environment === "production") requireProduction(actor, `change a production ${what}`);
};
