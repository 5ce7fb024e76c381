import { MAX_RECORDING_BYTES } from "../../domain/recording/recording-file.ts";
import { PLAYABLE_WAV_FORMATS } from "../../domain/recording/wav-samples.ts";
import type { RecordingUse } from "../../infra/postgres/recording/recording.repository.ts";
import { badRequest, conflict, HttpError, invalidField, notFound, unavailable } from "../http/http-error.ts";

export const recordingNotFound = () => notFound("Recording");

export const notPlayable = (mimeType: string) =>
  new HttpError(
    415,
    "audio_type_unsupported",
    `Carriers do not all play ${mimeType}: send a WAV file (audio/wav) or an MP3 file (audio/mpeg)`,
  );
export const notUploaded = (recordingId: string) =>
  badRequest("recording_not_uploaded", `No file has arrived for the recording ${recordingId}: upload it first`);
export const tooLarge = (bytes: number) =>
  new HttpError(
    413,
    "recording_too_large",
    `The file has ${bytes} bytes; a recording may have ${MAX_RECORDING_BYTES}. Ask for another upload URL`,
  );
export const wrongSound = (filename: string, type: string) =>
  badRequest(
    "recording_unreadable",
    `${filename} was announced as ${type}, but its content is of another type: upload the right file`,
  );
export const tooManyChecked = () =>
  unavailable("Too many recordings are being checked right now; try again in a moment");
export const unplayable = (filename: string) =>
  badRequest(
    "recording_unplayable",
    `${filename} could not be played in calls: save it as WAV in ${PLAYABLE_WAV_FORMATS}`,
  );
export const wrongKey = (index: number) =>
  invalidField(["recordings", index, "storage_key"], "Give the storage_key that came with the recording_id");
export const namedTwice = (index: number) =>
  invalidField(["recordings", index, "recording_id"], "This recording is named twice");
export const alreadyThere = (recordingId: string) =>
  conflict("recording_exists", `The recording ${recordingId} exists already; ask for another upload URL`);

export const recordingInUse = (uses: readonly RecordingUse[]) =>
  conflict(
    "recording_in_use",
    `It is played by ${uses.map(({ kind, name, id }) => `the ${kind} ${name} (${id})`).join(", ")}: ` +
      "remove it there first, or delete it with force=true",
  );
