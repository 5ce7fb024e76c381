import { randomUUID } from "node:crypto";
import type { ArtifactType } from "../../../domain/call/artifact.ts";
import type { RecordingPeaks } from "../../../domain/recording/peaks.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { CallArtifact } from "./call-artifact.entity.ts";

export interface ArtifactFile {
  artifactType: ArtifactType;
  format: string;
  contentType: string;
}

/** Returns the storage key of a run's file; it is the same for every try, so that a repeated one overwrites its own object. */
export const buildArtifactKey = (
  run: { organization_id: number; uuid: string },
  { artifactType, format }: Pick<ArtifactFile, "artifactType" | "format">,
): string => `calls/${run.organization_id}/${run.uuid}/${artifactType}.${format}`;

/** Returns a storage key of its own for a file that is written again as it grows. */
export const createArtifactKey = (
  run: { organization_id: number; uuid: string },
  { artifactType, format }: Pick<ArtifactFile, "artifactType" | "format">,
): string => buildArtifactKey(run, { artifactType, format: `${randomUUID()}.${format}` });

export interface StoredFile extends ArtifactFile {
  sizeBytes: number;
  recordedFrom?: Date;
  /** Default: the key that every try has. */
  objectKey?: string;
}

/** Stores the row of a file whose object is in the store, or changes it where it differs. */
export const insertArtifact = async (
  tx: OrganizationTransaction,
  run: { id: number; organization_id: number; uuid: string },
  file: StoredFile,
): Promise<void> => {
  const told = {
    object_key: file.objectKey ?? buildArtifactKey(run, file),
    size_bytes: file.sizeBytes,
    ...(file.recordedFrom && { recorded_from: file.recordedFrom }),
  };
  await tx
    .insertInto("call_artifacts")
    .values({
      organization_id: run.organization_id,
      run_id: run.id,
      artifact_type: file.artifactType,
      format: file.format,
      content_type: file.contentType,
      ...told,
    })
    .onConflict((clash) => clash.columns(["run_id", "artifact_type", "format"]).doUpdateSet({ ...told, peaks: null }))
    .execute();
};

/** Lists files in the order in which they were stored. */
export const listArtifacts = (tx: OrganizationTransaction, runId: number): Promise<CallArtifact[]> =>
  tx.selectFrom("call_artifacts").selectAll().where("run_id", "=", runId).orderBy("id").execute();

/** Stores a measured loudness, unless another file has replaced the measured one. */
export const storePeaks = async (
  tx: OrganizationTransaction,
  { id, object_key }: Pick<CallArtifact, "id" | "object_key">,
  peaks: RecordingPeaks,
): Promise<void> => {
  await tx
    .updateTable("call_artifacts")
    .set({ peaks })
    .where("id", "=", id)
    .where("object_key", "=", object_key)
    .execute();
};

export const deleteArtifactRow = async (tx: OrganizationTransaction, id: number): Promise<void> => {
  await tx.deleteFrom("call_artifacts").where("id", "=", id).execute();
};

export interface KeptArtifacts {
  /** By the id of the run; runs without files are absent. */
  types: ReadonlyMap<number, readonly ArtifactType[]>;
  /** How long links to them are valid. */
  linkDays: number;
}

/** Reads the files of any number of runs in two queries. */
export const readKeptArtifacts = async (
  tx: OrganizationTransaction,
  runs: readonly { id: number }[],
): Promise<KeptArtifacts> => {
  const types = await keptTypes(
    tx,
    runs.map(({ id }) => id),
  );
  if (types.size === 0) return { types, linkDays: 0 };
  const { artifact_link_days: linkDays } = await tx
    .selectFrom("organizations")
    .select("artifact_link_days")
    .executeTakeFirstOrThrow();
  return { types, linkDays };
};

const keptTypes = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
): Promise<Map<number, ArtifactType[]>> => {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("call_artifacts")
    .select(["run_id", "artifact_type"])
    .distinct()
    .where("run_id", "in", runIds)
    .execute();
  const kept = new Map<number, ArtifactType[]>();
  for (const { run_id, artifact_type } of rows) kept.set(run_id, [...(kept.get(run_id) ?? []), artifact_type]);
  return kept;
};
