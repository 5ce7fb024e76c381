import type { Config } from "../config/config.ts";
import { playsRecordings } from "../postgres/agent/recordings-played.repository.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import { hasSpeechModels } from "../postgres/model/speech-models.repository.ts";
import { livekitSettings } from "./livekit-settings.ts";

/**
 * Whether a conversation in the browser that is made now has audio: where LiveKit is configured, the organization has
 * models that speak and hear, and no recording is to be played, which only browsers and carriers do.
 */
export const carriesAudio = async (
  { config }: { config: Config },
  tx: OrganizationTransaction,
  { versionId, initialContext }: { versionId: number; initialContext: Readonly<Record<string, unknown>> },
): Promise<boolean> =>
  livekitSettings(config) !== null &&
  !/"recording_id":"/.test(JSON.stringify(initialContext)) &&
  (await hasSpeechModels(tx)) &&
  !(await playsRecordings(tx, versionId));
