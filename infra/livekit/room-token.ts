import { SignJWT } from "jose";
import type { LivekitSettings } from "./livekit-settings.ts";

/** The two identities in the room of a call. */
export const PERSON_IDENTITY = "person";
export const AGENT_IDENTITY = "agent";
/** Whoever takes a caller hears them by this identity in the room of their own call. */
export const CALLER_IDENTITY = "caller";

/** LiveKit SIP names a caller by their number. */
const CALLER = /^sip_/;
/** Tells whether this identity is the person with whom the agent talks. */
export const isPerson = (identity: string): boolean => identity === PERSON_IDENTITY || CALLER.test(identity);

/** The fields of a run that name the room of its call. */
export interface RoomOfCall {
  uuid: string;
  direction?: "inbound" | "outbound";
  carrier_call_id?: string | null;
}

/** Returns the name of a call's room. LiveKit SIP opens a room of its own for a caller, by whose name the call is known. */
export const buildRoomName = ({ uuid, direction, carrier_call_id }: RoomOfCall): string =>
  direction === "inbound" && carrier_call_id ? carrier_call_id : `run-${uuid}`;

/** Signs a token with which one of the two joins the room of a call. */
export const signRoomToken = (
  { apiKey, apiSecret }: Pick<LivekitSettings, "apiKey" | "apiSecret">,
  { room, identity, expiresAt }: { room: string; identity: string; expiresAt: Date },
): Promise<string> =>
  new SignJWT({ video: { room, roomJoin: true, canPublish: true, canSubscribe: true } })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(apiKey)
    .setSubject(identity)
    .setNotBefore(new Date(0))
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(apiSecret));

const SERVICE_TOKEN_SECONDS = 60;

/**
 * Signs a token with which a process of ours dials into one room, looks into it and closes it, which together need the right to
 * create it.
 */
export const signServiceToken = (
  { apiKey, apiSecret }: Pick<LivekitSettings, "apiKey" | "apiSecret">,
  { room }: { room: string },
): Promise<string> =>
  new SignJWT({
    video: { room, roomAdmin: true, roomCreate: true, roomList: true },
    sip: { call: true, admin: true },
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(apiKey)
    .setNotBefore(new Date(0))
    .setExpirationTime(new Date(Date.now() + SERVICE_TOKEN_SECONDS * 1000))
    .sign(new TextEncoder().encode(apiSecret));
