import { type Recognition, USUAL_RECOGNITION } from "../../domain/call/web-call.rules.ts";
import type { Config } from "../../infra/config/config.ts";
import { doesPlayRecordings, namesRecording } from "../../infra/postgres/agent/recordings-played.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { hasSpeechModels } from "../model/read-speech-models.ts";
import { hasAudio } from "./has-audio.ts";

/**
 * Tells whether a new web call has audio: there is a way for sound, the agent or its organization has models for speech and
 * recognition, and the agent plays no recording, which only browsers and carriers can.
 */
export const canCarryAudio = async (
  { config }: { config: Config },
  tx: OrganizationTransaction,
  {
    versionId,
    initialContext,
    recognition = USUAL_RECOGNITION,
  }: { versionId: number; initialContext: Readonly<Record<string, unknown>>; recognition?: Recognition },
): Promise<boolean> =>
  recognition === "local" &&
  hasAudio(config) &&
  !namesRecording(initialContext) &&
  (await hasSpeechModels(tx, versionId)) &&
  !(await doesPlayRecordings(tx, versionId));
