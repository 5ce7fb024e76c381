import { type ConsentStatus, FORBIDS_CALLS, OVERRULES_NATIONAL_LISTS } from "../contact/consent.rules.ts";
import { type AllowedNumbers, type NumberClass, refuseNumberClass } from "../number/number-kinds.rules.ts";
import { type BlockedOutcome } from "./call-outcome.rules.ts";

/** The entries and the consent that decide about every call to a number, of any kind. */
export interface NumberPermission {
  onDoNotCall: boolean;
  /** When the do-not-call entry ends; null: never, or there is none. */
  doNotCallUntilMs: number | null;
  /** The consent that the organization has recorded for the number. */
  consent: ConsentStatus;
  /** The newest national list in force that contains the number; `asOf`: YYYY-MM-DD. */
  nationalList: { source: string; asOf: string } | null;
  /** Null: a SIP address, which has no kind. */
  numberClass: NumberClass | null;
  /** What the organization calls. */
  allowedNumbers: AllowedNumbers;
}

/** Of several reasons why a number may not be called, the first of these is told. */
export const NUMBER_REFUSALS = [
  "blocked_dnc",
  "blocked_consent",
  "blocked_number_kind",
] as const satisfies readonly BlockedOutcome[];

/** The reason why a number may not be called at all. */
export interface NumberRefusal {
  outcome: (typeof NUMBER_REFUSALS)[number];
  sentence: string;
}

/**
 * Refuses a listed number. A national list applies only without consent; the organization's own list applies whatever the consent.
 */
export const refuseListed = ({ onDoNotCall, nationalList, consent: given }: NumberPermission): NumberRefusal | null => {
  if (onDoNotCall) return { outcome: "blocked_dnc", sentence: "The number is on the do-not-call list" };
  if (nationalList === null || given === OVERRULES_NATIONAL_LISTS) return null;
  const sentence = `The number is on the national do-not-call list ${nationalList.source} of ${nationalList.asOf}, and consent to call it was not granted`;
  return { outcome: "blocked_dnc", sentence };
};

export const refuseWithdrawn = ({ consent: given }: NumberPermission): NumberRefusal | null =>
  given === FORBIDS_CALLS
    ? { outcome: "blocked_consent", sentence: "Consent to be called at this number was withdrawn" }
    : null;

/** Refuses a number of a kind or country that the organization does not call. */
export const refuseKind = ({ numberClass, allowedNumbers }: NumberPermission): NumberRefusal | null => {
  const sentence = numberClass && refuseNumberClass(numberClass, allowedNumbers);
  return sentence === null ? null : { outcome: "blocked_number_kind", sentence };
};

const REFUSE_BY: Readonly<Record<NumberRefusal["outcome"], (permission: NumberPermission) => NumberRefusal | null>> = {
  blocked_dnc: refuseListed,
  blocked_consent: refuseWithdrawn,
  blocked_number_kind: refuseKind,
};

/** Returns why a number may not be called; null: it may. It applies to every kind of call. */
export const refuseNumber = (permission: NumberPermission): NumberRefusal | null => {
  for (const outcome of NUMBER_REFUSALS) {
    const refusal = REFUSE_BY[outcome](permission);
    if (refusal) return refusal;
  }
  return null;
};
