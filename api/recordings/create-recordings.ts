import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { detectAudioType, MAX_RECORDING_BYTES, readContentType } from "../../domain/recording/recording-file.ts";
import { measureRecording } from "../../domain/recording/recording-length.ts";
import { isWavPlayable } from "../../domain/recording/wav-samples.ts";
import { createSemaphore } from "../../infra/limits/semaphore.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { WorkflowRecording } from "../../infra/postgres/recording/workflow-recording.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireKnownAgent } from "../require-agent.ts";
import {
  alreadyThere,
  namedTwice,
  notUploaded,
  recordingNotFound,
  tooLarge,
  tooManyChecked,
  unplayable,
  wrongKey,
  wrongSound,
} from "./recordings.errors.ts";
import { presentRecording } from "./recordings.presenter.ts";
import type { createRecordingsBody } from "./recordings.schemas.ts";

type Wanted = z.output<typeof createRecordingsBody>["recordings"][number];

/** The number of checks is limited, because each holds a whole file in memory. */
const semaphore = createSemaphore({ permits: 4, mostWaiting: 50 });

/**
 * Finishes uploads, all or none: each file is checked before an agent can play it. The files are read between two transactions, so
 * that a slow object store holds no database connection.
 */
export const createRecordings = async (
  context: OperationContext,
  { body: { recordings } }: OperationInput<{ body: typeof createRecordingsBody }>,
) => {
  const ids = recordings.map(({ recording_id }) => recording_id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0) throw namedTwice(twice);
  const uploads = await context.inOrganization((tx) => lockUploads(tx, recordings));
  const checked: CheckedUpload[] = [];
  for (const { wanted, row } of uploads) checked.push({ wanted, sound: await checkWithPermit(context, row) });
  return context.inOrganization(async (tx) => {
    await lockUploads(tx, recordings);
    const rows = [];
    for (const upload of checked) rows.push(await conclude(tx, upload));
    recordTimelineAtCommit(tx, {
      organizationId: context.actor.organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Recordings were added: ${rows.map(({ filename }) => filename).join(", ")}`,
      payload: { recording_ids: ids },
    });
    const answer = { recordings: rows.map(presentRecording) };
    context.keepAnswer(tx, answer);
    return answer;
  });
};

interface Upload {
  wanted: Wanted;
  row: WorkflowRecording;
}

interface CheckedUpload {
  wanted: Wanted;
  sound: Sound;
}

interface Sound {
  sizeBytes: number;
  lengthMs: number | null;
}

/** Locks the uploads; throws when one of them cannot be finished. */
const lockUploads = async (tx: OrganizationTransaction, recordings: readonly Wanted[]): Promise<Upload[]> => {
  const uploads = [];
  for (const [index, wanted] of recordings.entries()) {
    const { recording_id, storage_key, workflow_id } = wanted;
    const row = await tx
      .selectFrom("workflow_recordings")
      .selectAll()
      .where("recording_id", "=", recording_id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw recordingNotFound();
    if (row.object_key !== storage_key) throw wrongKey(index);
    if (row.state === "ready") throw alreadyThere(row.recording_id);
    if (workflow_id !== undefined) await requireKnownAgent(tx, workflow_id);
    uploads.push({ wanted, row });
  }
  return uploads;
};

const conclude = (tx: OrganizationTransaction, { wanted, sound }: CheckedUpload): Promise<WorkflowRecording> =>
  tx
    .updateTable("workflow_recordings")
    .set({
      state: "ready",
      size_bytes: sound.sizeBytes,
      length_ms: sound.lengthMs,
      agent_id: wanted.workflow_id ?? null,
      transcript: wanted.transcript,
      tts_provider: wanted.tts_provider ?? null,
      tts_model: wanted.tts_model ?? null,
      tts_voice_id: wanted.tts_voice_id ?? null,
      metadata: wanted.metadata ?? {},
    })
    .where("recording_id", "=", wanted.recording_id)
    .returningAll()
    .executeTakeFirstOrThrow();

const checkWithPermit = async (context: OperationContext, row: WorkflowRecording): Promise<Sound> => {
  const release = await semaphore.acquire();
  if (!release) throw tooManyChecked();
  try {
    return await check(context, row);
  } finally {
    release();
  }
};

/** Checks that the uploaded file is playable sound of the announced type, and returns its size and length. */
const check = async ({ objectStore }: OperationContext, row: WorkflowRecording): Promise<Sound> => {
  const sizeBytes = await objectStore.size(row.object_key);
  if (!sizeBytes) throw notUploaded(row.recording_id);
  if (sizeBytes > MAX_RECORDING_BYTES) throw tooLarge(sizeBytes);
  const file = await buffer(await objectStore.read(row.object_key));
  const type = detectAudioType(file);
  if (!type || readContentType(type) !== row.content_type) throw wrongSound(row.filename, row.content_type);
  if (type === "wav" && !isWavPlayable(file)) throw unplayable(row.filename);
  return { sizeBytes, lengthMs: measureRecording(type, file) };
};
