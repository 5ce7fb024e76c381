import type { LivekitSettings } from "../../infra/livekit/livekit-settings.ts";
import { closeRoom, findPerson } from "../../infra/livekit/rooms.ts";
import { signVoiceToken } from "../../infra/secrets/join-token.ts";
import type { MediaDependencies, VoiceCall } from "../active-call.ts";
import { createSocketRoom } from "./socket-room.ts";
import { openSoundLine } from "./sound-line.ts";
import { joinRoom, type VoiceRoom } from "./voice-room.ts";

/** How the sound of one call comes and goes: over LiveKit, or over a WebSocket of ours. */
export interface Transport {
  findPerson(): Promise<"absent" | "ringing" | "there">;
  join(): Promise<VoiceRoom>;
  /** Ends the call for the person too. */
  close(): Promise<void>;
  /** Lets go of what was opened to look for the person. */
  release(): void;
}

export const openTransport = (deps: MediaDependencies, call: VoiceCall): Transport =>
  deps.livekit === null ? overSocket(deps, call) : overLivekit({ ...deps, livekit: deps.livekit }, call);

const overLivekit = (deps: MediaDependencies & { livekit: LivekitSettings }, { run }: VoiceCall): Transport => ({
  findPerson: () => findPerson(deps.livekit, run),
  join: () => joinRoom(deps, run),
  close: () => closeRoom(deps.livekit, run),
  release: () => {},
});

const overSocket = (deps: MediaDependencies, { address, run }: VoiceCall): Transport => {
  const root = deps.apiUrl.replace(/^http/, "ws");
  const line = openSoundLine(`${root}/api/v1/talk-sound/${signVoiceToken(deps, address)}`);
  return {
    findPerson: async () => (line.isPersonThere() ? "there" : "absent"),
    join: async () => createSocketRoom(line, { ...deps, run }),
    close: async () => line.send({ over: true }),
    release: line.close,
  };
};
