import { z } from "zod";
import { buildRoomName, PERSON_IDENTITY } from "../../livekit/room-token.ts";
import type { CarrierCallState } from "../carrier.ts";

/** The called person has the same identity as the person of a web call. */
export const CALLEE = PERSON_IDENTITY;
/** Returns the run's uuid from the name of a room for an outgoing call; null: it is another room. */
export const readRunOfCallRoom = (room: string): string | null => /^run-([0-9a-f-]{36})$/.exec(room)?.[1] ?? null;

/** Matches a caller's room: LiveKit SIP adds the called number and a text of its own to our part. */
const CALLER_ROOM = /^in-(\d{1,15})-(\d{1,15})_/;
export const buildCallerRoomPrefix = (account: { organizationId: string; accountId: string }): string =>
  `in-${account.organizationId}-${account.accountId}`;
export const isCallerRoom = (room: string): boolean => CALLER_ROOM.test(room);

/** Returns the room of a call. A caller's call is identified by its room, and one of our own by its run's uuid. */
export const buildCallRoomName = (carrierCallId: string): string =>
  isCallerRoom(carrierCallId) ? carrierCallId : buildRoomName({ uuid: carrierCallId });
/** Returns the id of the call that has this room; null: it is not the room of a call. */
export const readCallOfRoom = (room: string): string | null => (isCallerRoom(room) ? room : readRunOfCallRoom(room));

/** Tells whether the address for events belongs to the call of this room. */
export const isAddressOf = (url: string, room: string): boolean => {
  const [, organizationId, accountId] = CALLER_ROOM.exec(room) ?? [];
  const call = organizationId ? `/${organizationId}/${accountId}/status` : readRunOfCallRoom(room);
  return call !== null && url.includes(call);
};

/** The attribute with the address for the call's events, which LiveKit's webhooks about the participant carry. */
export const STATUS_URL_ATTRIBUTE = "ringdown.status_url";
/** The attribute with the number that a caller has called, as our account has it. */
export const NUMBER_ATTRIBUTE = "ringdown.number";
export const CALL_STATUS_ATTRIBUTE = "sip.callStatus";
export const HUNG_UP = "hangup";

/**
 * The metadata of a call's room: `DIALLED` is written before LiveKit is asked to call, `ANSWERED` when somebody has
 * answered, `TAKEN_BACK` before we hang up while it rings. A room without them never had a call.
 */
export const DIALLED = "dialled";
export const TAKEN_BACK = "taken_back";
export const ANSWERED = "answered";

/** LiveKit leaves out empty fields. */
export const roomSchema = z.object({ name: z.string(), metadata: z.string().default("") });

/** LiveKit writes numbers of 64 bits as text. */
const seconds = z.coerce.number().int().nonnegative().nullish();

export const participantSchema = z.object({
  identity: z.string(),
  attributes: z.record(z.string(), z.string()).default({}),
  joinedAt: seconds,
  joined_at: seconds,
  disconnectReason: z.string().nullish(),
});
export type SipParticipant = z.output<typeof participantSchema>;

const STATES: Readonly<Record<string, CarrierCallState>> = {
  dialing: "queued",
  ringing: "ringing",
  automation: "in_progress",
  active: "in_progress",
};

/** Returns the state of the call; null: it is over. */
export const readLivingState = ({ attributes }: SipParticipant): Exclude<CarrierCallState, "completed"> | null => {
  const state = STATES[attributes[CALL_STATUS_ATTRIBUTE] ?? "dialing"];
  return state === undefined || state === "completed" ? null : state;
};

export const readStartedAt = ({ joinedAt, joined_at }: SipParticipant): Date | null => {
  const at = joinedAt || joined_at;
  return at ? new Date(at * 1000) : null;
};

/** A room is kept this long after its call, so that LiveKit can be asked whether there was one. */
export const ROOM_KEPT_SECONDS = 900;
