import type { VerifiedInboundCall } from "../../../domain/call/call-instructions.ts";
import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import type { CallbackRequest } from "../carrier.ts";
import { readSipWebhook, type SipWebhook } from "./sip.event.ts";
import { isCallerRoom, NUMBER_ATTRIBUTE, readStartedAt } from "./sip.participant.ts";
import { isGenuine } from "./sip.signature.ts";

/** Reads LiveKit's event about a caller who has come into a room of their own; null: it is something else. */
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
  return {
    ok: true,
    call: {
      carrierCallId: told.room.name,
      from: numberOf(attributes["sip.phoneNumber"]),
      to: attributes[NUMBER_ATTRIBUTE] ?? "",
      startedAt: readStartedAt(told.participant),
      ...sameCallOf(attributes),
    },
  };
};

/** A trunk that repeats its INVITE gets another room, but names the same call. */
const sameCallOf = ({ "sip.callIDFull": id, "sip.callTag": tag }: Readonly<Record<string, string>>) =>
  id && tag ? { repeatedAs: `${id} ${tag}` } : {};

/** Trunks write international numbers with and without `+`; anything else is no number that could be called back. */
const numberOf = (user = ""): string | null => {
  if (/^\+[1-9]\d{6,14}$/.test(user)) return user;
  return /^[1-9]\d{9,14}$/.test(user) ? `+${user}` : null;
};
