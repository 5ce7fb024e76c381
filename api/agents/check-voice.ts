import { listSpeechProviders, readSpokenLanguage } from "../../application/model/read-speech-models.ts";
import { findVoiceFault } from "../../application/telephony/speakable-voice.ts";
import { hasAudio } from "../../application/web-call/has-audio.ts";
import { findOwnModel } from "../../domain/agent/agent-models.ts";
import type { AgentSettings } from "../../domain/agent/agent-settings.ts";
import { findLocalSpeechProblem, LOCAL_SPEECH } from "../../domain/model/local-speech.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findRecording } from "../../infra/postgres/recording/recording.repository.ts";
import { type FieldFault, HttpError } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

/**
 * Refuses a voice that the organization's carriers do not have, nor its model that speaks, a language that chosen models of this machine
 * lack, and music that nobody can play.
 */
export const requireSpeakableVoice = async (
  { carriers, config }: Pick<OperationContext, "carriers" | "config">,
  tx: OrganizationTransaction,
  settings: AgentSettings,
): Promise<void> => {
  const msg = await findVoiceFault(tx, { carriers, hasAudio: hasAudio(config) }, settings);
  const faults = msg === null ? [] : [faultAt(["voice"], msg)];
  faults.push(...(await listLocalFaults(tx, settings)), ...(await listMusicFaults(tx, settings)));
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults);
};

const faultAt = (field: readonly string[], msg: string): FieldFault => ({
  loc: ["body", "workflow_configurations", ...field],
  msg,
  type: "value_error",
});

/** Lists why models of this machine that somebody has chosen, for the agent or its organization, lack the agent's language. */
const listLocalFaults = async (tx: OrganizationTransaction, settings: AgentSettings): Promise<FieldFault[]> => {
  const chosen = (await listSpeechProviders(tx, settings)).filter(
    ({ isChosen, provider }) => isChosen && provider === LOCAL_SPEECH,
  );
  return chosen.flatMap(({ part }) => {
    const problem = findLocalSpeechProblem(part, readSpokenLanguage(settings));
    if (problem === null) return [];
    return [faultAt(findOwnModel(settings, part) ? ["models", part, "provider"] : ["language"], problem)];
  });
};

/** Only what this platform plays itself is repeated, and it reads WAV alone. */
const listMusicFaults = async (
  tx: OrganizationTransaction,
  { tool_music_recording_id: recordingId }: AgentSettings,
): Promise<FieldFault[]> => {
  if (recordingId === null) return [];
  const recording = await findRecording(tx, recordingId);
  if (recording && recording.length_ms !== null) return [];
  return [
    faultAt(
      ["tool_music_recording_id"],
      recording
        ? "Only a WAV file can be played again and again: upload the music as one"
        : "There is no such recording; recordings.list shows the existing ones",
    ),
  ];
};
