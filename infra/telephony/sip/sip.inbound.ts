import type { VerifiedInboundCall } from "../../../domain/call/call-instructions.ts";
import { parsePhoneNumber } from "../../../domain/number/phone-number.ts";
import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import type { CallbackRequest } from "../carrier.ts";
import { readSipWebhook, type SipWebhook } from "./sip.event.ts";
import { isCallerRoom, NUMBER_ATTRIBUTE, readStartedAt } from "./sip.participant.ts";
import { isGenuine } from "./sip.signature.ts";

/** Reads LiveKit's event about a caller who has entered a room of their own; null: it is another event. */
export const readCaller = (body: Buffer): SipWebhook | null => {
  const told = readSipWebhook(body);
  const isCaller = told?.event === "participant_joined" && isCallerRoom(told.room.name);
  return isCaller && told.participant.attributes[NUMBER_ATTRIBUTE] ? told : null;
};

/** Returns the called number, as the account has it; null: nobody is calling. */
export const peekInbound = ({ body }: CallbackRequest): { to: string; accountId: null } | null => {
  const to = readCaller(body)?.participant.attributes[NUMBER_ATTRIBUTE];
  return to === undefined ? null : { to, accountId: null };
};

export const readInbound = (livekit: LivekitSettings, request: CallbackRequest): VerifiedInboundCall => {
  if (!isGenuine(livekit, request)) return { ok: false, reason: "no signature of LiveKit's key" };
  const told = readCaller(request.body);
  if (!told) return { ok: false, reason: "nobody is calling" };
  const { attributes } = told.participant;
  const to = attributes[NUMBER_ATTRIBUTE] ?? "";
  return {
    ok: true,
    call: {
      carrierCallId: told.room.name,
      from: readCallerNumber(attributes["sip.phoneNumber"], to),
      to,
      startedAt: readStartedAt(told.participant),
      ...sameCallOf(attributes),
    },
  };
};

/** A trunk that repeats its INVITE gets another room, but names the same call. */
const sameCallOf = ({ "sip.callIDFull": id, "sip.callTag": tag }: Readonly<Record<string, string>>) =>
  id && tag ? { repeatedAs: `${id} ${tag}` } : {};

/** A number with fewer digits may or may not begin with a country code, when the called country is unknown. */
const LEAST_INTERNATIONAL_DIGITS = 11;

/**
 * Reads the number of a caller, which trunks write with `+`, with its country code alone, or as people in the country of the called
 * number write it. Null: it is not a number that could be called back.
 */
export const readCallerNumber = (user = "", called: string): string | null => {
  if (/^\+[1-9]\d{6,14}$/.test(user)) return user;
  if (!/^\d{7,15}$/.test(user)) return null;
  const home = parsePhoneNumber(called);
  const country = home.ok ? home.country : null;
  const abroad = parsePhoneNumber(`+${user}`);
  const number = abroad.ok ? abroad.e164 : null;
  if (country === null) return user.length >= LEAST_INTERNATIONAL_DIGITS ? number : null;
  // The country's own code at the beginning is not an area code.
  if (abroad.ok && abroad.country === country) return abroad.e164;
  const national = parsePhoneNumber(user, country);
  if (national.ok) return national.e164;
  return national.isAmbiguous ? null : number;
};
