import { z } from "zod";
import { PERSON, roomOf } from "../../livekit/access-token.ts";
import type { CarrierCallState } from "../carrier.ts";

/** The called person has the same identity as the person of a conversation in the browser. */
export const CALLEE = PERSON;
export const callRoomOf = (runUuid: string): string => roomOf({ uuid: runUuid });
/** Returns the run's uuid from a room's name; null: it is not the room of a call. */
export const runOfCallRoom = (room: string): string | null => /^run-([0-9a-f-]{36})$/.exec(room)?.[1] ?? null;

/** The address for the call's events; LiveKit's webhooks about the participant carry it. */
export const STATUS_URL_ATTRIBUTE = "ringdown.status_url";
export const CALL_STATUS_ATTRIBUTE = "sip.callStatus";
export const HUNG_UP = "hangup";

/**
 * The metadata of a call's room: `DIALLED` is written before LiveKit is asked to call, `ANSWERED` when somebody has
 * answered. A room without them never had a call.
 */
export const DIALLED = "dialled";
export const ANSWERED = "answered";

/** LiveKit leaves out what is empty. */
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
export const livingState = ({ attributes }: SipParticipant): Exclude<CarrierCallState, "completed"> | null => {
  const state = STATES[attributes[CALL_STATUS_ATTRIBUTE] ?? "dialing"];
  return state === undefined || state === "completed" ? null : state;
};

export const startedAt = ({ joinedAt, joined_at }: SipParticipant): Date | null => {
  const at = joinedAt || joined_at;
  return at ? new Date(at * 1000) : null;
};
