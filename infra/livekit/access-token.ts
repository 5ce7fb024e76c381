import { SignJWT } from "jose";
import type { LivekitSettings } from "./livekit-settings.ts";

/** The two identities in the room of a call. */
export const PERSON = "person";
export const AGENT = "agent";

/** LiveKit SIP names a caller after their number. */
const CALLER = /^sip_/;
/** Tells whether this is the one in the room whom the agent talks with. */
export const isPerson = (identity: string): boolean => identity === PERSON || CALLER.test(identity);

/** What names the room of a call. */
export interface RoomOfCall {
  uuid: string;
  direction?: "inbound" | "outbound";
  carrier_call_id?: string | null;
}

/** LiveKit SIP opens a room of its own for a caller, by whose name the call is known. */
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

/** Signs a token that lets a process of ours dial into one room, look into it and close it, which is a right to create it. */
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
