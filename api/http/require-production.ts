import { forbidden } from "./http-error.ts";
import type { Actor } from "./operation-context.ts";

/** Throws 403 for a sandbox key; `what` ends the sentence: "A sandbox key may not pause a production campaign". */
export const requireProduction = ({ environment }: Actor, what: string): void => {
  if (environment === "production") return;
  throw forbidden("sandbox_key", `A sandbox key may not ${what}: use a production key`);
};
