import type { Original, OriginalKind } from "../../../domain/privacy/kept-original.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { KeptOriginal } from "./kept-original.entity.ts";

interface RunAddress {
  organizationId: number;
  runId: number;
}

/** Returns the context for which an original is sealed. */
export const buildOriginalSealContext = ({ organizationId, runId }: RunAddress, kind: string): string =>
  `original:org-${organizationId}:run-${runId}:${kind}`;

/** Seals an original. */
export const sealOriginal = (
  secrets: SecretBox,
  run: RunAddress,
  { kind, value }: Pick<Original, "kind" | "value">,
): Buffer => secrets.seal(JSON.stringify(value), buildOriginalSealContext(run, kind));

/** Of words the first version is the original; a variable and what it rests on are as they are at the end. */
const WRITTEN_AGAIN: readonly OriginalKind[] = ["variable", "evidence"];

/** Keeps originals of a run, sealed. `objectKey`: the file of a recording. */
export const keepOriginals = async (
  tx: OrganizationTransaction,
  { run, secrets }: { run: RunAddress; secrets: SecretBox },
  originals: readonly (Original & { objectKey?: string })[],
): Promise<void> => {
  if (originals.length === 0) return;
  await tx
    .insertInto("kept_originals")
    .values(
      originals.map(({ objectKey, ...original }) => ({
        organization_id: run.organizationId,
        run_id: run.runId,
        kind: original.kind,
        name: original.name,
        original_sealed: sealOriginal(secrets, run, original),
        object_key: objectKey ?? null,
      })),
    )
    .onConflict((clash) =>
      clash
        .columns(["run_id", "kind", "name"])
        .doUpdateSet(({ ref }) => ({ original_sealed: ref("excluded.original_sealed") }))
        .where("kept_originals.kind", "in", WRITTEN_AGAIN),
    )
    .execute();
};

/** A recording whose original is kept: its file, and what opens it. */
export interface KeptRecording {
  name: string;
  object_key: string;
  value: unknown;
}

export interface KeptOriginals {
  /** By the id of the entry. */
  words: ReadonlyMap<number, string>;
  variables: Record<string, unknown>;
  evidence: Record<string, unknown>;
  /** In the order in which they were kept. */
  recordings: readonly KeptRecording[];
}

/** Opens every original of a run. */
export const readOriginals = async (
  tx: OrganizationTransaction,
  secrets: SecretBox,
  run: RunAddress,
): Promise<KeptOriginals> => {
  const rows = await tx
    .selectFrom("kept_originals")
    .selectAll()
    .where("run_id", "=", run.runId)
    .orderBy("id")
    .execute();
  const opened = rows.map(({ kind, name, original_sealed, object_key }) => {
    const value: unknown = JSON.parse(secrets.open(original_sealed, buildOriginalSealContext(run, kind)));
    return { kind, name, object_key, value };
  });
  const ofKind = (wanted: OriginalKind) => opened.filter(({ kind }) => kind === wanted);
  const byName = (wanted: OriginalKind) => Object.fromEntries(ofKind(wanted).map(({ name, value }) => [name, value]));
  return {
    words: new Map(ofKind("words").map(({ name, value }) => [Number(name), String(value)])),
    variables: byName("variable"),
    evidence: byName("evidence"),
    recordings: ofKind("recording").flatMap(({ name, object_key, value }) =>
      object_key === null ? [] : [{ name, object_key, value }],
    ),
  };
};

/** Tells whether anything of a run is kept as it was. */
export const hasOriginals = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom("kept_originals")
    .select("id")
    .where("run_id", "=", runId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Lists originals of words and variables of the organization, by their ids. */
export const listOriginalsAfter = (tx: OrganizationTransaction, id: number, limit: number): Promise<KeptOriginal[]> =>
  tx
    .selectFrom("kept_originals")
    .selectAll()
    .where("id", ">", id)
    .where("kind", "<>", "recording")
    .orderBy("id")
    .limit(limit)
    .execute();

export const replaceOriginal = async (tx: OrganizationTransaction, id: number, sealed: Buffer): Promise<void> => {
  await tx.updateTable("kept_originals").set({ original_sealed: sealed }).where("id", "=", id).execute();
};

/** Lists the recordings of these runs, opened. */
export const listRecordingsOf = async (
  tx: OrganizationTransaction,
  secrets: SecretBox,
  { organizationId, runIds }: { organizationId: number; runIds: readonly number[] },
): Promise<KeptRecording[]> => {
  if (runIds.length === 0) return [];
  const rows = await tx
    .selectFrom("kept_originals")
    .selectAll()
    .where("run_id", "in", runIds)
    .where("kind", "=", "recording")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ run_id: runId, kind, name, object_key, original_sealed }) => {
    const value: unknown = JSON.parse(
      secrets.open(original_sealed, buildOriginalSealContext({ organizationId, runId }, kind)),
    );
    return object_key === null ? [] : [{ name, object_key, value }];
  });
};

export const hasOriginalRecording = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const rows = tx.selectFrom("kept_originals").select("id").where("run_id", "=", runId).where("kind", "=", "recording");
  return (await rows.limit(1).executeTakeFirst()) !== undefined;
};

/** Tells whether the organization keeps any original. */
export const keepsOriginals = async (tx: OrganizationTransaction): Promise<boolean> =>
  (await tx.selectFrom("kept_originals").select("id").limit(1).executeTakeFirst()) !== undefined;

/** Deletes the row of a recording that another one replaces; returns where its file is. */
export const forgetOriginalRecording = async (
  tx: OrganizationTransaction,
  { runId, name }: { runId: number; name: string },
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom("kept_originals")
    .where("run_id", "=", runId)
    .where("kind", "=", "recording")
    .where("name", "=", name)
    .returning("object_key")
    .execute();
  return rows.flatMap(({ object_key }) => object_key ?? []);
};

/** Removes the originals of words and variables of these runs; recordings have files, which go first. */
export const removeOriginalEntries = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await tx.deleteFrom("kept_originals").where("run_id", "in", runIds).where("kind", "<>", "recording").execute();
};

/** Lists the files of these originals. */
export const listOriginalFiles = async (
  tx: OrganizationTransaction,
  ids: readonly number[],
): Promise<{ id: number; run_id: number; object_key: string | null }[]> =>
  tx.selectFrom("kept_originals").select(["id", "run_id", "object_key"]).where("id", "in", ids).execute();

export const deleteOriginals = async (tx: OrganizationTransaction, ids: readonly number[]): Promise<void> => {
  await tx.deleteFrom("kept_originals").where("id", "in", ids).execute();
};
