import type { Config } from "../../infra/config/config.ts";

/** Tells whether conversations can have audio here: over LiveKit, or, by models of the machine itself, over WebSockets of ours. */
export const hasAudio = ({ LIVEKIT_URL, LOCAL_SPEECH }: Pick<Config, "LIVEKIT_URL" | "LOCAL_SPEECH">): boolean =>
  LIVEKIT_URL !== undefined || LOCAL_SPEECH;
