import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { ReportedState } from "../../domain/message/message-states.rules.ts";
import { type MessageKeyword } from "../../domain/message/opt-out-keywords.rules.ts";
import type { LongestTexts } from "../../domain/message/segments.rules.ts";
import type { CallbackRequest } from "./callback-request.ts";

/** One text as it is requested from the carrier. */
export interface SendTextRequest {
  /** Our message's UUID: the idempotency key where the carrier has one, and a part of the callback's URL. */
  messageUuid: string;
  /** E.164 with `+`. */
  to: string;
  /** E.164 with `+`. */
  from: string;
  body: string;
  /** Absolute URL that receives what becomes of the text. */
  statusUrl: string;
}

/**
 * The answer to the one request that a text may ever make. `unknown` means that the carrier may have the text: look it up, never
 * repeat the request.
 */
export type SendTextResult =
  | { kind: "accepted"; carrierMessageId: string }
  /** The carrier did not process it; it may be repeated later. */
  | { kind: "throttled"; retryAfterSeconds: number; detail: string }
  /** Refused permanently for this number. `opted_out`: the person has told the carrier that they want no more. */
  | { kind: "refused"; reason: "opted_out" | "invalid_number" | "failed"; detail: string }
  /** The account cannot send any text until somebody repairs it (credentials, permission, funds). */
  | { kind: "account_unusable"; detail: string }
  | { kind: "unknown"; detail: string };

/** A text that we have sent, as the carrier reports it, by callback or on request. */
export interface CarrierText {
  carrierMessageId: string;
  state: ReportedState;
  /** The person has told the carrier that they want no more. */
  optedOut: boolean;
  /** Positive, in the minor unit of `currency`; null until the carrier reports it. */
  costMinor: number | null;
  currency: string | null;
  /** The carrier's own words or code, for people; null: there is nothing to say. */
  detail: string | null;
}

/** A text from a person. */
export interface InboundText {
  carrierMessageId: string;
  from: string;
  to: string;
  body: string;
  /** The carrier has read the text as such a word itself; null: it says nothing of it. */
  keyword: MessageKeyword | null;
  /** The carrier has answered the word itself, so that nobody else needs to. */
  isAnswered: boolean;
}

export type VerifiedText = { ok: true; text: CarrierText } | { ok: false; reason: string };
export type VerifiedInboundText = { ok: true; text: InboundText } | { ok: false; reason: string };

export interface FindTextQuery {
  messageUuid: string;
  /** Null: its answer was lost. */
  carrierMessageId: string | null;
  to: string;
  from: string;
  body: string;
  /** The instant of the request. */
  requestedAt: Date;
}

/** Texts of a carrier. */
export interface CarrierMessages {
  readonly longestTexts: LongestTexts;

  /** Sends exactly one HTTP request, for at most `timeoutMs`; never retries, and never throws for a carrier's answer. */
  send(credentials: CarrierCredentials, request: SendTextRequest, timeoutMs: number): Promise<SendTextResult>;

  /**
   * Looks a text up. `absent`: the carrier has no such text (asked when the request can no longer arrive); `unsure`: it cannot be
   * asked for this one. Throws `CarrierUnavailableError`.
   */
  find(credentials: CarrierCredentials, query: FindTextQuery): Promise<CarrierText | "absent" | "unsure">;

  /** Checks signature and shape of a report in constant time; anything doubtful is refused. */
  readStatus(credentials: CarrierCredentials, request: CallbackRequest): VerifiedText;

  /**
   * Reads the numbers of a text from a person before its signature is checked, only to find the account whose secret then verifies it.
   * null: it is no such text.
   */
  peekInbound(request: CallbackRequest): { to: string; accountId: string | null } | null;

  /** Reads a text from a person; same rules as `readStatus`. */
  readInbound(credentials: CarrierCredentials, request: CallbackRequest): VerifiedInboundText;

  /** The answer to a text from a person, by which the carrier sends nothing itself. */
  readonly inboundAnswer: { contentType: string; body: string } | null;
}

/** Returns the address for a carrier's reports about a text. */
export const buildTextStatusUrl = (
  publicBaseUrl: string,
  { provider, organizationId, messageUuid }: { provider: string; organizationId: number; messageUuid: string },
): string => `${publicBaseUrl}/api/v1/telephony/messages/${provider}/${organizationId}/${messageUuid}/status`;

/** The words that carriers answer themselves by default, in English alone. */
const ANSWERED_BY_CARRIERS = new Set(
  "STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT START YES UNSTOP HELP INFO".split(" "),
);

/** Tells whether a carrier that manages opt-outs has answered the text itself. */
export const isAnsweredByCarrier = (body: string): boolean => ANSWERED_BY_CARRIERS.has(body.trim().toUpperCase());

/** Tells whether an address that is not signed is that of this message, whose uuid stands in the signed body. */
export const isStatusUrlOf = (url: string, messageUuid: string | null | undefined): boolean =>
  typeof messageUuid === "string" && URL.canParse(url) && new URL(url).pathname.endsWith(`/${messageUuid}/status`);
