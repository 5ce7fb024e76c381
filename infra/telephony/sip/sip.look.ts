import { z } from "zod";
import { type CarrierCall, CarrierUnavailableError } from "../carrier.ts";
import { describeLiveCall } from "../live-call.ts";
import { type LivekitClient, readAnswer } from "./sip.client.ts";
import {
  ANSWERED,
  CALLEE,
  callRoomOf,
  livingState,
  participantSchema,
  roomSchema,
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

const rooms = z.object({ rooms: z.array(roomSchema).default([]) });

/** A room outlives its call for a while: LiveKit still knows then that there was one, and that somebody answered. */
export const fetchCall = async (client: LivekitClient, runUuid: string): Promise<CarrierCall | null> => {
  const callee = await findCallee(client, runUuid);
  if (callee) return describeCallee(runUuid, callee);
  const metadata = await readRoomMetadata(client, runUuid);
  return metadata === null ? null : describeOver(runUuid, metadata === ANSWERED ? "answered" : "failed");
};

/**
 * Finds a call that LiveKit has or had. A room into which nobody was called is no call. Of a room that was left without
 * an answer LiveKit cannot say whether the call was made, and throws `CarrierUnavailableError` like any other doubt.
 */
export const findCall = async (client: LivekitClient, runUuid: string): Promise<CarrierCall | null> => {
  const callee = await findCallee(client, runUuid);
  if (callee) return describeCallee(runUuid, callee);
  const metadata = await readRoomMetadata(client, runUuid);
  if (metadata === null || metadata === "") return null;
  if (metadata === ANSWERED) return describeOver(runUuid, "answered");
  throw new CarrierUnavailableError("LiveKit was asked to call, and does not say what became of it");
};

/** Returns what is written on the room of a call; null: there is no room. */
const readRoomMetadata = async (client: LivekitClient, runUuid: string): Promise<string | null> => {
  const room = callRoomOf(runUuid);
  const list = await client({ method: "RoomService/ListRooms", room, body: { names: [room] } });
  return readAnswer(list, rooms)?.rooms.find(({ name }) => name === room)?.metadata ?? null;
};

const describeOver = (runUuid: string, outcome: "answered" | "failed"): CarrierCall => ({
  ...describeLiveCall({ carrierCallId: runUuid }),
  state: "completed",
  outcome,
  detail: "over; LiveKit no longer says how it ended",
});

const describeCallee = (runUuid: string, callee: SipParticipant): CarrierCall => {
  const state = livingState(callee);
  const known = describeLiveCall({ carrierCallId: runUuid, startedAt: startedAt(callee) });
  // They have hung up, and are about to leave the room.
  return state === null ? { ...known, state: "completed", outcome: "answered" } : { ...known, state };
};
