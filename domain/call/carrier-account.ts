import { SIMULATOR } from "../environment/sandbox.rules.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";

/** The provider of SIP trunks, over which the platform itself speaks and hears. */
export const SIP = "sip";

/** The most calls at a time that an account's own limits may say: nobody's contract with a carrier goes beyond. */
export const MOST_CALLS_OF_ACCOUNT = 100_000;

/** The reason why a request has no carrier account. */
export type AccountProblem = "none" | "not_found" | "real_carrier_from_sandbox";

/** Returns why an account may not be used; null: it may. Sandbox keys may use only the simulator. */
export const findAccountProblem = (
  account: { provider: string } | undefined,
  { isNamed, isSandbox }: { isNamed: boolean; isSandbox: boolean },
): AccountProblem | null => {
  if (!account) return isNamed ? "not_found" : "none";
  return isSandbox && account.provider !== SIMULATOR ? "real_carrier_from_sandbox" : null;
};

/**
 * Tells whether a carrier's refusal says something about the account. The simulator and LiveKit belong to the platform, so no
 * organization can mend their faults.
 */
export const isJudgedByCarrier = (carrier: { provider: string; connectivity: "api" | "sip" }): boolean =>
  carrier.provider !== SIMULATOR && carrier.connectivity === "api";

/** Says that an account was set aside for its carrier's refusal, and what to do. */
export const explainSetAside = (carrierName: string, reason: string | null): string =>
  `${carrierName} refused this account, so it is set aside: ${(reason ?? "no reason given").replace(/\.$/, "")}. ` +
  "Mend that, then reactivate the account";

export interface OutboundReadiness {
  ready: boolean;
  /** Why nothing can be dialled and what to do about it; null when ready. */
  blockedReason: string | null;
  /** What is missing: `credentials` that the carrier accepts, a `phone_number`, or the setting with this name. */
  blockedBy: string | null;
}

/** The fields of a carrier's setting that matter for dialling. */
interface DialSetting {
  name: string;
  label: string;
  neededToDial?: true;
}

export interface AccountToDialWith {
  activeNumbers: number;
  description: { displayName: string; needsCallerId: boolean; fields: readonly DialSetting[] };
  credentials: CarrierCredentials;
}

/** Tells whether calls can go out on an account with its present numbers and settings. */
export const checkOutboundReadiness = (
  row: { inactive_since: Date | null; inactive_reason: string | null },
  { activeNumbers, description, credentials }: AccountToDialWith,
): OutboundReadiness => {
  const { displayName, needsCallerId } = description;
  const blocked = (blockedBy: string, blockedReason: string) => ({ ready: false, blockedReason, blockedBy });
  if (row.inactive_since) return blocked("credentials", explainSetAside(displayName, row.inactive_reason));
  const missing = listSettingsToDial(description).find(({ name }) => isMissing(credentials[name]));
  if (missing) return blocked(missing.name, `Add the ${missing.label.toLowerCase()}: without it nothing is dialled`);
  if (needsCallerId && activeNumbers === 0)
    return blocked("phone_number", `Add an active phone number: ${displayName} needs one as the caller id`);
  return { ready: true, blockedReason: null, blockedBy: null };
};

/** Returns the settings without which an account can be connected but cannot dial. */
export const listSettingsToDial = <Field extends DialSetting>({ fields }: { fields: readonly Field[] }): Field[] =>
  fields.filter(({ neededToDial }) => neededToDial === true);

export const isMissing = (setting: CarrierCredentials[string] | undefined): boolean =>
  setting === undefined || setting === "";
