import { findBuiltLivekit } from "../../infra/local/livekit-server.ts";
import { speechStandInMissing } from "./speech-stand-in.ts";

/** Why this machine allows no conversation through sound; null: it can. */
export const voiceMissing = async (): Promise<string | null> => {
  if (findBuiltLivekit() === undefined) return "LiveKit's server is not built: `npm run livekit -- --build-only`";
  return speechStandInMissing();
};
