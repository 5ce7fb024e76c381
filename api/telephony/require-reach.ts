import { SIMULATOR } from "../../domain/call/carrier-account.ts";
import type { Actor } from "../http/operation-context.ts";
import { realCarrierFromSandbox } from "./telephony.errors.ts";

/** Throws 403 when a sandbox key would change a real carrier's account or one of its numbers. */
export const requireReach = ({ environment }: Actor, { provider }: { provider: string }): void => {
  if (environment === "sandbox" && provider !== SIMULATOR) throw realCarrierFromSandbox();
};
