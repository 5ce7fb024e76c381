import type { PlayableRecording } from "../../domain/conversation/conversation.ports.ts";
import type { ObjectStore } from "../../infra/object-store/object-store.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findRecording } from "../../infra/postgres/recording/recording.repository.ts";

/** The lifetime of a recording's URL: longer than any call that uses it. */
const PLAYABLE_SECONDS = 7_200;

/** Returns a recording's text and the signed URL that a carrier plays it from. Null when there is no such recording. */
export const findPlayableRecording = async (
  tx: OrganizationTransaction,
  objectStore: ObjectStore,
  recordingId: string,
): Promise<PlayableRecording | null> => {
  const row = await findRecording(tx, recordingId);
  if (!row) return null;
  const as = { filename: row.filename, contentType: row.content_type, inline: true };
  const url = await objectStore.signDownload(row.object_key, PLAYABLE_SECONDS, as);
  return { transcript: row.transcript, lengthMs: row.length_ms, url };
};
