import { z } from "zod";
import { isPerson } from "../../livekit/room-token.ts";
import { type CarrierCall, CarrierUnavailableError } from "../carrier.ts";
import { describeLiveCall } from "../live-call.ts";
import { type LivekitClient, readAnswer } from "./sip.client.ts";
import {
  ANSWERED,
  buildCallRoomName,
  CALLEE,
  isCallerRoom,
  participantSchema,
  ROOM_KEPT_SECONDS,
  readLivingState,
  readStartedAt,
  roomSchema,
  type SipParticipant,
  TAKEN_BACK,
} from "./sip.participant.ts";

/** Finds the person in the room of a call; null: they are not in it. Throws `CarrierUnavailableError`. */
export const findPerson = async (
  client: LivekitClient,
  carrierCallId: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<SipParticipant | null> => {
  const room = buildCallRoomName(carrierCallId);
  if (isCallerRoom(room)) return findCaller(client, room);
  const request = { method: "RoomService/GetParticipant", room, body: { room, identity: CALLEE } };
  return readAnswer(await client({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) }), participantSchema);
};

const participants = z.object({ participants: z.array(participantSchema).default([]) });

/** Only LiveKit knows what it has named a caller. */
const findCaller = async (client: LivekitClient, room: string): Promise<SipParticipant | null> => {
  const list = readAnswer(await client({ method: "RoomService/ListParticipants", room, body: { room } }), participants);
  return list?.participants.find(({ identity }) => isPerson(identity)) ?? null;
};

const rooms = z.object({ rooms: z.array(roomSchema).default([]) });

/** Fetches a call. Its room outlives it for a while, so LiveKit still knows that there was one, and that somebody answered. */
export const fetchCall = async (client: LivekitClient, carrierCallId: string): Promise<CarrierCall | null> => {
  const callee = await findPerson(client, carrierCallId);
  if (callee) return describePerson(carrierCallId, callee);
  const metadata = await readRoomMetadata(client, carrierCallId);
  if (metadata === null) return null;
  // A caller who has left before anybody answered has given up.
  const unanswered = isCallerRoom(carrierCallId) || metadata === TAKEN_BACK ? "canceled" : "failed";
  return describeOver(carrierCallId, metadata === ANSWERED ? "answered" : unanswered);
};

/**
 * Finds a call that LiveKit has or had. A room into which nobody was called is no call. When a room was left without an answer,
 * LiveKit cannot say whether the call was made, so this throws `CarrierUnavailableError`, as in any doubtful case.
 */
export const findCall = async (
  client: LivekitClient,
  { runUuid, requestedAt }: { runUuid: string; requestedAt: Date },
): Promise<CarrierCall | null> => {
  const callee = await findPerson(client, runUuid);
  if (callee) return describePerson(runUuid, callee);
  const metadata = await readRoomMetadata(client, runUuid);
  if (metadata === null && mayBeForgotten(requestedAt))
    throw new CarrierUnavailableError("LiveKit keeps the room of a call for a quarter of an hour, and that is over");
  if (metadata === null || metadata === "") return null;
  if (metadata === ANSWERED) return describeOver(runUuid, "answered");
  if (metadata === TAKEN_BACK) return describeOver(runUuid, "canceled");
  throw new CarrierUnavailableError("LiveKit was asked to call, and does not say what became of it");
};

/** Clocks differ, and a room may be missing for another reason, which counts as doubtful too. */
const FORGETS_EARLY_SECONDS = 120;

/** Tells whether LiveKit may have had the room of a call that was asked for at this time, and no longer has it. */
const mayBeForgotten = (requestedAt: Date): boolean =>
  Date.now() - requestedAt.getTime() > (ROOM_KEPT_SECONDS - FORGETS_EARLY_SECONDS) * 1000;

/** Reads the metadata of a call's room; null: there is no room. */
const readRoomMetadata = async (client: LivekitClient, carrierCallId: string): Promise<string | null> => {
  const room = buildCallRoomName(carrierCallId);
  const list = await client({ method: "RoomService/ListRooms", room, body: { names: [room] } });
  return readAnswer(list, rooms)?.rooms.find(({ name }) => name === room)?.metadata ?? null;
};

const describeOver = (carrierCallId: string, outcome: "answered" | "failed" | "canceled"): CarrierCall => ({
  ...describeLiveCall({ carrierCallId }),
  state: "completed",
  outcome,
  detail: "over; LiveKit no longer says how it ended",
});

const describePerson = (carrierCallId: string, callee: SipParticipant): CarrierCall => {
  const state = readLivingState(callee);
  const known = describeLiveCall({ carrierCallId, startedAt: readStartedAt(callee) });
  // They have hung up, and are about to leave the room.
  return state === null ? { ...known, state: "completed", outcome: "answered" } : { ...known, state };
};
