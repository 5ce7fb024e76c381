import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { RentableKind } from "../../domain/number/managed-number-rental.rules.ts";

export interface NumberQuery {
  /** ISO 3166-1 alpha-2. */
  country: string;
  type: RentableKind;
  /** Digits that the number must contain. */
  contains?: string | undefined;
  /** 1 to FOUND_NUMBERS.most. */
  limit: number;
}

export interface AvailableNumber {
  /** E.164 with `+`. */
  phoneNumber: string;
  locality: string | null;
  region: string | null;
  capabilities: readonly ("voice" | "sms" | "mms" | "fax")[];
  /** In the minor unit of `currency`; null where the search does not report it. */
  monthlyCostMinor: number | null;
  currency: string | null;
}

/** A number on the account. */
export interface OwnedNumber {
  phoneNumber: string;
  /** The carrier's own id of the number, where it has one. */
  carrierNumberId: string | null;
}

export type RentResult =
  | { kind: "rented"; number: OwnedNumber }
  /** Somebody else has rented it, or it is not for sale. */
  | { kind: "unavailable"; detail: string }
  /** The account may not rent it: funds, permission, missing regulatory documents. */
  | { kind: "refused"; detail: string }
  /** The carrier may have rented it: check with `findOwned`, never repeat the request. */
  | { kind: "unknown"; detail: string };

/** The addresses at which the carrier announces calls to a number, and hands over texts to it. */
export interface InboundTarget {
  /** Absolute URL for the instructions of a call. */
  inboundUrl: string;
  /** Absolute URL for the events of such calls. */
  statusUrl: string;
  /** Absolute URL for texts from people, where the carrier has texts. */
  textUrl: string;
}

/** Where texts to a number go. */
export interface TextTarget {
  /** The number can have texts at all. */
  isAble: boolean;
  /** Null: nowhere that an address of the carrier's settings says. */
  url: string | null;
}

/** The target of an account's calls to a number, and whether the account serves the number. */
export interface ServedInbound {
  target: InboundTarget;
  serves: boolean;
}

/**
 * Searches, rents and releases numbers for an account. Every method throws `CarrierUnavailableError` when the carrier
 * does not answer.
 */
export interface CarrierNumbers {
  search(credentials: CarrierCredentials, query: NumberQuery): Promise<AvailableNumber[]>;
  /**
   * Sends one request, which is never repeated automatically; `reference` names the rental where the carrier stores
   * such a text.
   */
  rent(credentials: CarrierCredentials, order: { phoneNumber: string; reference: string }): Promise<RentResult>;
  /** Finds the number on the account; null: it is not there. */
  findOwned(credentials: CarrierCredentials, phoneNumber: string): Promise<OwnedNumber | null>;
  /** Releases the number; one that is no longer on the account is no error. Throws `CarrierRefusedError`. */
  release(credentials: CarrierCredentials, number: OwnedNumber): Promise<void>;
  /** Sets the target of calls to the number; null: none. Throws `CarrierRefusedError` with the carrier's sentence. */
  pointInbound(credentials: CarrierCredentials, number: OwnedNumber, target: InboundTarget | null): Promise<void>;
  /**
   * Has texts to the number handed over at the target, or no more; a number that can have none is left alone, and so is another
   * address than the target's where nothing is served. Throws like `pointInbound`.
   */
  pointTexts(credentials: CarrierCredentials, number: OwnedNumber, inbound: ServedInbound): Promise<void>;
  /** Looks where texts to the number go. Throws `CarrierRefusedError` where it is not on the account. */
  findTextTarget(credentials: CarrierCredentials, number: OwnedNumber): Promise<TextTarget>;
}

export interface CallerIdVerification {
  /** The carrier's id for this verification. */
  reference: string;
  /**
   * Twilio: the code that the person must type on the phone when Twilio calls; null where the person gives us a code.
   */
  codeToType: string | null;
}

/** Numbers of the business outside the account whose ownership is proved to the carrier itself. */
export interface CallerIds {
  /** Starts a verification. Throws `CarrierRefusedError`. */
  start(
    credentials: CarrierCredentials,
    request: { phoneNumber: string; label: string },
  ): Promise<CallerIdVerification>;
  /**
   * Returns false when the code is wrong. Carriers whose person types the code have nothing to confirm and return
   * whether it is verified.
   */
  confirm(
    credentials: CarrierCredentials,
    request: { phoneNumber: string; reference: string; code: string },
  ): Promise<boolean>;
  /** Lists the E.164 numbers that the carrier accepts as caller id. */
  list(credentials: CarrierCredentials): Promise<string[]>;
  /** Removes a number; a missing one is no error. */
  remove(credentials: CarrierCredentials, phoneNumber: string): Promise<void>;
}
