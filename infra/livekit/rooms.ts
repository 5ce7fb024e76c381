import { z } from "zod";
import { roomOf, signRoomToken } from "./access-token.ts";
import type { LivekitSettings } from "./livekit-settings.ts";

const WITHIN_MS = 5000;
const TOKEN_SECONDS = 60;
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

/** LiveKit SIP puts a person into the room when it dials; these are the states before they answer. */
const NOT_ANSWERED = new Set(["dialing", "ringing", "automation"]);

/**
 * Lists the identities in the room of a call, without a person whose phone has not been answered yet. Throws when LiveKit
 * is not reachable or refuses our key.
 */
export const listIdentities = async (settings: LivekitSettings, run: { uuid: string }): Promise<string[]> => {
  const answer = await ask(settings, run, "ListParticipants");
  if (answer === null) return [];
  return participants
    .parse(answer)
    .participants.filter(({ attributes }) => !NOT_ANSWERED.has(attributes["sip.callStatus"] ?? ""))
    .map(({ identity }) => identity);
};

/** Closes the room of a call, which disconnects everybody. */
export const closeRoom = async (settings: LivekitSettings, run: { uuid: string }): Promise<void> => {
  await ask(settings, run, "DeleteRoom");
};

/** Calls LiveKit's API; null: there is no such room. */
const ask = async (settings: LivekitSettings, run: { uuid: string }, method: string): Promise<unknown> => {
  const room = roomOf(run);
  const token = await signRoomToken(settings, { room, expiresAt: new Date(Date.now() + TOKEN_SECONDS * 1000) });
  const response = await fetch(`${settings.url}/twirp/livekit.RoomService/${method}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ room }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (response.status === NOT_FOUND) return null;
  if (!response.ok) throw new Error(`LiveKit answered ${method} with ${response.status}: ${await response.text()}`);
  return response.json();
};
