import type { CarrierCredentials } from "./carrier-credentials.ts";

export const SIMULATOR = "simulator";

/** Why a request has no carrier account to go on. */
export type AccountProblem = "none" | "not_found" | "real_carrier_from_sandbox";

/** What stands in the way of using an account; null: nothing. Sandbox keys reach the simulator alone. */
export const accountProblem = (
  account: { provider: string } | undefined,
  { isNamed, isSandbox }: { isNamed: boolean; isSandbox: boolean },
): AccountProblem | null => {
  if (!account) return isNamed ? "not_found" : "none";
  return isSandbox && account.provider !== SIMULATOR ? "real_carrier_from_sandbox" : null;
};

export interface OutboundReadiness {
  ready: boolean;
  /** Why nothing can be dialled and what to do about it; null when ready. */
  blockedReason: string | null;
}

/** A setting of a carrier, as far as dialling asks for it. */
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

/** Whether calls can go out on an account, with its numbers and settings as they are. */
export const readyForOutbound = (
  row: { inactive_since: Date | null; inactive_reason: string | null },
  { activeNumbers, description, credentials }: AccountToDialWith,
): OutboundReadiness => {
  const { displayName, needsCallerId } = description;
  const blocked = (blockedReason: string): OutboundReadiness => ({ ready: false, blockedReason });
  if (row.inactive_since)
    return blocked(`${displayName} refused this account: ${row.inactive_reason ?? "no reason given"}`);
  const missing = settingsToDial(description).find(({ name }) => isMissing(credentials[name]));
  if (missing) return blocked(`Add the ${missing.label.toLowerCase()}: without it nothing is dialled`);
  if (needsCallerId && activeNumbers === 0)
    return blocked(`Add an active phone number: ${displayName} needs one as the caller id`);
  return { ready: true, blockedReason: null };
};

/** Settings that an account may be connected without, but not dial. */
export const settingsToDial = <Field extends DialSetting>({ fields }: { fields: readonly Field[] }): Field[] =>
  fields.filter(({ neededToDial }) => neededToDial === true);

export const isMissing = (setting: CarrierCredentials[string] | undefined): boolean =>
  setting === undefined || setting === "";
