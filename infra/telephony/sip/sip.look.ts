import { z } from "zod";
import type { CarrierCall } from "../carrier.ts";
import { describeLiveCall } from "../live-call.ts";
import { type LivekitClient, readAnswer } from "./sip.client.ts";
import {
  ANSWERED,
  CALLEE,
  callRoomOf,
  livingState,
  participantSchema,
  type SipParticipant,
  startedAt,
} from "./sip.participant.ts";

/** Finds the called person in the room of the call; null: they are not there. Throws `CarrierUnavailableError`. */
export const findCallee = async (
  client: LivekitClient,
  runUuid: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<SipParticipant | null> => {
  const room = callRoomOf(runUuid);
  const request = { method: "RoomService/GetParticipant", room, body: { room, identity: CALLEE } };
  return readAnswer(await client({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) }), participantSchema);
};

const rooms = z.object({
  rooms: z.array(z.object({ name: z.string(), metadata: z.string().default("") })).default([]),
});

/** A room outlives its call for a while: LiveKit still knows then that there was one, and that somebody answered. */
export const fetchCall = async (client: LivekitClient, runUuid: string): Promise<CarrierCall | null> => {
  const callee = await findCallee(client, runUuid);
  if (callee) return describeCallee(runUuid, callee);
  const room = callRoomOf(runUuid);
  const list = await client({ method: "RoomService/ListRooms", room, body: { names: [room] } });
  const found = readAnswer(list, rooms)?.rooms.find(({ name }) => name === room);
  if (!found) return null;
  return {
    ...describeLiveCall({ carrierCallId: runUuid }),
    state: "completed",
    outcome: found.metadata === ANSWERED ? "answered" : "failed",
    detail: "over; LiveKit no longer says how it ended",
  };
};

/** Finds a call that LiveKit has. A room in which nobody was called or nobody is left is no call. */
export const findCall = async (client: LivekitClient, runUuid: string): Promise<CarrierCall | null> => {
  const callee = await findCallee(client, runUuid);
  return callee && describeCallee(runUuid, callee);
};

const describeCallee = (runUuid: string, callee: SipParticipant): CarrierCall => {
  const state = livingState(callee);
  const known = describeLiveCall({ carrierCallId: runUuid, startedAt: startedAt(callee) });
  // They have hung up, and are about to leave the room.
  return state === null ? { ...known, state: "completed", outcome: "answered" } : { ...known, state };
};
