import { z } from "zod";
import type { LivekitSettings } from "./livekit-settings.ts";
import { buildRoomName, isPerson, type RoomOfCall, signServiceToken } from "./room-token.ts";

const ROOM_ANSWERS_WITHIN_MS = 5000;
const NOT_FOUND = 404;

const participants = z.object({
  participants: z
    .array(
      z.object({
        identity: z.string(),
        state: z.string().optional(),
        attributes: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
});

const rooms = z.object({ rooms: z.array(z.unknown()).default([]) });

/** LiveKit SIP puts a person into the room when one side rings; these are the states before the other answers. */
const NOT_ANSWERED = new Set(["dialing", "ringing", "automation"]);

/**
 * Looks for the person in the room of a call: they may be there while it still rings. Throws when LiveKit is not reachable
 * or refuses our key.
 */
export const findPerson = async (
  settings: LivekitSettings,
  run: RoomOfCall,
): Promise<"absent" | "ringing" | "there"> => {
  const answer = await ask(settings, run, "ListParticipants");
  const person =
    answer === null ? undefined : participants.parse(answer).participants.find(({ identity }) => isPerson(identity));
  if (!person) return "absent";
  return NOT_ANSWERED.has(person.attributes["sip.callStatus"] ?? "") ? "ringing" : "there";
};

/** Closes the room of a call, which disconnects everybody. */
export const closeRoom = async (settings: LivekitSettings, run: RoomOfCall): Promise<void> => {
  await ask(settings, run, "DeleteRoom");
};

/** Returns how many rooms LiveKit has. Throws when it is not reachable or refuses our key. */
export const countRooms = async (settings: LivekitSettings): Promise<number> => {
  const answer = await ask(settings, { uuid: "none" }, "ListRooms");
  return rooms.parse(answer ?? {}).rooms.length;
};

/** Calls LiveKit's API; null: there is no such room. */
const ask = async (settings: LivekitSettings, run: RoomOfCall, method: string): Promise<unknown> => {
  const room = buildRoomName(run);
  const token = await signServiceToken(settings, { room });
  const response = await fetch(`${settings.url}/twirp/livekit.RoomService/${method}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ room }),
    signal: AbortSignal.timeout(ROOM_ANSWERS_WITHIN_MS),
  });
  if (response.status === NOT_FOUND) return null;
  if (!response.ok) throw new Error(`LiveKit answered ${method} with ${response.status}: ${await response.text()}`);
  return response.json();
};
