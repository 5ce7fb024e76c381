import { findBuiltLivekit } from "../../infra/local/livekit-server.ts";
import { findBuiltLivekitSip, findRedisProgram } from "../../infra/local/livekit-sip.ts";
import { sippProgram } from "./sip-trunk.ts";

/** Why no call over a SIP trunk can be made on this machine; null: it can. */
export const sipMissing = (): string | null => {
  if (!findBuiltLivekit() || !findBuiltLivekitSip())
    return "LiveKit SIP is not built: `npm run livekit -- --build-only`";
  if (!findRedisProgram()) return "there is no redis-server on PATH";
  if (!sippProgram()) return "there is no sipp on PATH (Debian: sip-tester)";
  return null;
};
