import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";

export type NumberType = "local" | "mobile" | "toll_free";

export interface NumberQuery {
  /** ISO 3166-1 alpha-2. */
  country: string;
  type: NumberType;
  /** Digits that the number shall contain. */
  contains?: string | undefined;
  /** 1–100. */
  limit: number;
}

export interface AvailableNumber {
  /** E.164 with `+`. */
  phoneNumber: string;
  locality: string | null;
  region: string | null;
  capabilities: readonly ("voice" | "sms" | "mms" | "fax")[];
  /** In the minor unit of `currency`; null where the search does not tell. */
  monthlyCostMinor: number | null;
  currency: string | null;
}

/** A number on the account. */
export interface OwnedNumber {
  phoneNumber: string;
  /** The carrier's own id for it, where it has one. */
  carrierNumberId: string | null;
}

export type RentResult =
  | { kind: "rented"; number: OwnedNumber }
  /** Somebody else has it by now, or it is not for sale. */
  | { kind: "unavailable"; detail: string }
  /** The account may not rent it: funds, permission, missing regulatory documents. */
  | { kind: "refused"; detail: string }
  /** The carrier may or may not have rented it: `findOwned` tells; never repeat blindly. */
  | { kind: "unknown"; detail: string };

/** Where the carrier shall announce calls to a number. */
export interface InboundTarget {
  /** Absolute URL that is asked what to do with a call. */
  inboundUrl: string;
  /** Absolute URL for the events of such calls. */
  statusUrl: string;
}

/** Numbers that an account can find, rent and give back. Everything throws `CarrierUnavailableError` when nobody answers. */
export interface CarrierNumbers {
  search(credentials: CarrierCredentials, query: NumberQuery): Promise<AvailableNumber[]>;
  /** One request, never repeated by itself; `reference` names the rental where the carrier keeps such a text. */
  rent(credentials: CarrierCredentials, order: { phoneNumber: string; reference: string }): Promise<RentResult>;
  /** null: the number is not on the account. */
  findOwned(credentials: CarrierCredentials, phoneNumber: string): Promise<OwnedNumber | null>;
  /** Releases it; a number that is no longer on the account is no error. Throws `CarrierRefusedError`. */
  release(credentials: CarrierCredentials, number: OwnedNumber): Promise<void>;
  /** Where calls to the number go; null: nowhere. Throws `CarrierRefusedError` with the carrier's sentence. */
  pointInbound(credentials: CarrierCredentials, number: OwnedNumber, target: InboundTarget | null): Promise<void>;
}

export interface CallerIdVerification {
  /** The carrier's id for this verification. */
  reference: string;
  /** Twilio: the code that the person must type on the phone when Twilio calls; null where the person tells us a code. */
  codeToType: string | null;
}

/** Numbers that belong to the business but not to the account, proved to the carrier itself. */
export interface CallerIds {
  /** Throws `CarrierRefusedError`. */
  start(
    credentials: CarrierCredentials,
    request: { phoneNumber: string; label: string },
  ): Promise<CallerIdVerification>;
  /** false: the code is wrong. Carriers whose person types the code have nothing to confirm and answer whether it is verified. */
  confirm(
    credentials: CarrierCredentials,
    request: { phoneNumber: string; reference: string; code: string },
  ): Promise<boolean>;
  /** E.164 numbers that the carrier takes as caller id. */
  list(credentials: CarrierCredentials): Promise<string[]>;
  /** Removing one that is not there is no error. */
  remove(credentials: CarrierCredentials, phoneNumber: string): Promise<void>;
}
