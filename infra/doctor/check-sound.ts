import type { Config } from "../config/config.ts";
import { readLivekitSettings } from "../livekit/livekit-settings.ts";
import { countRooms } from "../livekit/rooms.ts";
import { type Check, fault, good } from "./finding.ts";

/** Looks at LiveKit, where it is configured: its address and its key. */
export const checkSound = (config: Config): Check => ({
  part: "Sound",
  look: async () => {
    const livekit = readLivekitSettings(config);
    const own = config.LOCAL_SPEECH
      ? "The platform's own speech is on"
      : "The platform's own speech is off (LOCAL_SPEECH)";
    if (!livekit) return [good(`${own}; LiveKit is not configured, so SIP trunks are not offered`)];
    try {
      const rooms = await countRooms(livekit);
      return [good(own), good(`LiveKit takes this key and has ${rooms} rooms`)];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [
        fault(`LiveKit at ${livekit.url}: ${reason}`, "Look at LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET"),
      ];
    }
  },
});
