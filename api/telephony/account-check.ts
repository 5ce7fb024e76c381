import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { credentialsRefused } from "./telephony.errors.ts";

export interface CredentialCheck {
  ok: boolean;
  message: string;
}

/** Asks the carrier before anything is saved: its refusal is the answer; an unreachable carrier does not prevent saving. */
export const checkAccount = async (
  { carriers }: OperationContext,
  { provider, credentials }: { provider: string; credentials: CarrierCredentials },
): Promise<CredentialCheck> => {
  const { reachable, ok, message } = await carriers.get(provider).checkAccount(credentials);
  if (reachable && !ok) throw credentialsRefused(message);
  return { ok, message };
};
