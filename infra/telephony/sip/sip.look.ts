import { z } from "zod";
import type { CarrierCall } from "../carrier.ts";
import { describeLiveCall } from "../live-call.ts";
import { type LivekitClient, readAnswer } from "./sip.client.ts";
import {
  CALLEE,
  callRoomOf,
  livingState,
  participantSchema,
  type SipParticipant,
  startedAt,
} from "./sip.participant.ts";

/** The one who was called, as they are in the room of the call; null: they are not. Throws `CarrierUnavailableError`. */
export const findCallee = async (
  client: LivekitClient,
  runUuid: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<SipParticipant | null> => {
  const room = callRoomOf(runUuid);
  const request = { method: "RoomService/GetParticipant", room, body: { room, identity: CALLEE } };
  return readAnswer(await client({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) }), participantSchema);
};

const rooms = z.object({ rooms: z.array(z.object({ name: z.string() })).default([]) });

/** A room outlives its call for a while: then LiveKit still knows that there was one, and no longer how it ended. */
export const fetchCall = async (client: LivekitClient, runUuid: string): Promise<CarrierCall | null> => {
  const callee = await findCallee(client, runUuid);
  if (callee) return describeCallee(runUuid, callee);
  const room = callRoomOf(runUuid);
  const list = await client({ method: "RoomService/ListRooms", room, body: { names: [room] } });
  const isThere = readAnswer(list, rooms)?.rooms.some(({ name }) => name === room) ?? false;
  return isThere
    ? {
        ...describeLiveCall({ carrierCallId: runUuid }),
        state: "completed",
        outcome: "failed",
        detail: "over; LiveKit no longer says how it ended",
      }
    : null;
};

/** A call that LiveKit has: a room alone, where nobody was dialled or nobody is left, is none. */
export const findCall = async (client: LivekitClient, runUuid: string): Promise<CarrierCall | null> => {
  const callee = await findCallee(client, runUuid);
  return callee && describeCallee(runUuid, callee);
};

const describeCallee = (runUuid: string, callee: SipParticipant): CarrierCall => {
  const state = livingState(callee);
  const known = describeLiveCall({ carrierCallId: runUuid, startedAt: startedAt(callee) });
  // They have hung up, and leave the room in this moment.
  return state === null ? { ...known, state: "completed", outcome: "answered" } : { ...known, state };
};
