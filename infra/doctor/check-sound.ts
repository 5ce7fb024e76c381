import type { Config } from "../config/config.ts";
import { readLivekitSettings } from "../livekit/livekit-settings.ts";
import { countRooms } from "../livekit/rooms.ts";
import { type Check, fault, good } from "./finding.ts";

/** Looks at LiveKit, where it is configured: its address and its key. */
export const checkSound = (config: Config): Check => ({
  part: "sound",
  look: async () => {
    const livekit = readLivekitSettings(config);
    const own = good(config.LOCAL_SPEECH ? "speech_on" : "speech_off");
    if (!livekit) return [own, good("livekit_unset")];
    try {
      return [own, good("livekit_reached", { rooms: await countRooms(livekit) })];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [own, fault("livekit_refused", { url: livekit.url, reason })];
    }
  },
});
