import type { Config } from "../../infra/config/config.ts";
import { namesRecording, doesPlayRecordings } from "../../infra/postgres/agent/recordings-played.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { hasSpeechModels } from "../model/read-speech-models.ts";
import { readLivekitSettings } from "../../infra/livekit/livekit-settings.ts";

/**
 * Tells whether a new web call has audio: LiveKit is configured, the agent or its organization has models for speech and
 * recognition, and the agent plays no recording, which only browsers and carriers can.
 */
export const canCarryAudio = async (
  { config }: { config: Config },
  tx: OrganizationTransaction,
  { versionId, initialContext }: { versionId: number; initialContext: Readonly<Record<string, unknown>> },
): Promise<boolean> =>
  readLivekitSettings(config) !== null &&
  !namesRecording(initialContext) &&
  (await hasSpeechModels(tx, versionId)) &&
  !(await doesPlayRecordings(tx, versionId));
