import { sql } from "kysely";
import { type DocumentPart, documentPart } from "../../../domain/document/blocks.ts";
import { readStateAfter } from "../../../domain/document/cut-parts.ts";
import { countTables, type FoundInFile } from "../../../domain/document/document-findings.ts";
import { COUNTING_VERSION_STATES } from "../../../domain/document/document-version.ts";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import { cutText, toStorableText } from "../../../domain/json/storable.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Document } from "./document.entity.ts";
import { lockDocument } from "./document.repository.ts";
import type { DocumentVersion } from "./document-version.entity.ts";
import { changeUsage, lockUsageRow } from "./usage.repository.ts";

export interface VersionOfDocument {
  document: Document;
  version: DocumentVersion;
}

/** Finds the version and its document; undefined when the document or this version was given up. */
export const findVersion = (
  tx: OrganizationTransaction,
  address: { documentUuid: string; version: number },
): Promise<VersionOfDocument | undefined> => findVersionIn(tx, address, COUNTING_VERSION_STATES);

/** Finds the version and its document, unless that is deleted, when the version is in one of these states. */
export const findVersionIn = async (
  tx: OrganizationTransaction,
  { documentUuid, version }: { documentUuid: string; version: number },
  states: readonly DocumentVersion["state"][],
): Promise<VersionOfDocument | undefined> => {
  const document = await tx
    .selectFrom("documents")
    .selectAll()
    .where("document_uuid", "=", documentUuid)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const found =
    document &&
    (await tx
      .selectFrom("document_versions")
      .selectAll()
      .where("document_id", "=", document.id)
      .where("version", "=", version)
      .where("state", "in", states)
      .executeTakeFirst());
  return document && found && { document, version: found };
};

/** Begins the newest unfinished version and gives up older unfinished ones. Null: none is left. */
export const beginNewestVersion = async (tx: OrganizationTransaction, documentUuid: string): Promise<number | null> => {
  await lockUsageRow(tx);
  const document = await lockDocument(tx, documentUuid);
  if (!document || document.deleted_at) return null;
  const waiting = await tx
    .selectFrom("document_versions")
    .selectAll()
    .where("document_id", "=", document.id)
    .where("state", "in", ["queued", "indexing"])
    .orderBy("version", "desc")
    .execute();
  const [newest, ...older] = waiting;
  for (const { id, file_size_bytes } of older) {
    await tx.updateTable("document_versions").set({ state: "superseded" }).where("id", "=", id).execute();
    await changeUsage(tx, document.organization_id, { bytes: -file_size_bytes });
  }
  if (!newest) return null;
  await tx.updateTable("document_versions").set({ state: "indexing" }).where("id", "=", newest.id).execute();
  await describeState(tx, document.id, { state: "indexing", detail: "reading the file" });
  return newest.version;
};

/** Finds the newest version in one of these states; begun versions come before waiting ones. */
export const findNewestVersion = async (
  tx: OrganizationTransaction,
  documentUuid: string,
  states: readonly ("indexing" | "queued" | "ready")[],
): Promise<number | null> => {
  const found = await tx
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", "d.id", "v.document_id")
    .select("v.version")
    .where("d.document_uuid", "=", documentUuid)
    .where("v.state", "in", states)
    .orderBy("v.state")
    .orderBy("v.version", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.version ?? null;
};

/** Stores the progress of a document that is being indexed, one line for people. */
export const describeState = async (
  tx: OrganizationTransaction,
  documentId: number,
  { state, detail }: { state: "indexing"; detail: string },
): Promise<void> => {
  await tx
    .updateTable("documents")
    .set({ state, state_detail: detail, updated_at: sql<Date>`now()` })
    .where("id", "=", documentId)
    .execute();
};

/** Returns where an extraction continues: after the stored parts. */
export const readExtractionPosition = async (tx: OrganizationTransaction, version: DocumentVersion) => {
  const last = await tx
    .selectFrom("document_parts")
    .selectAll()
    .where("version_id", "=", version.id)
    .orderBy("ordinal", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return { skipParts: 0, fromPage: 1, headings: [] };
  const part = documentPart.parse(last.content);
  return {
    skipParts: last.ordinal + 1,
    fromPage: (part.blocks.at(-1)?.page ?? 0) + 1,
    headings: readStateAfter(part).headings,
  };
};

/** Stores consecutive parts. */
export const writeParts = async (
  tx: OrganizationTransaction,
  version: DocumentVersion,
  { first, parts }: { first: number; parts: readonly DocumentPart[] },
): Promise<void> => {
  const rows = parts.map((content, at) => ({
    organization_id: version.organization_id,
    version_id: version.id,
    ordinal: first + at,
    content,
  }));
  const counts = parts.map(countTables);
  await tx
    .insertInto("document_parts")
    .values(rows)
    .onConflict((clash) => clash.columns(["version_id", "ordinal"]).doNothing())
    .execute();
  await tx
    .updateTable("document_versions")
    .set({
      part_count: first + parts.length,
      table_count: sql<number>`table_count + ${sumOf(counts.map(({ tables }) => tables))}`,
      unnamed_table_count: sql<number>`unnamed_table_count + ${sumOf(counts.map(({ unnamedTables }) => unnamedTables))}`,
    })
    .where("id", "=", version.id)
    .where("part_count", "<", first + parts.length)
    .execute();
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const LONGEST_FOUND_TEXT = 500;
const toFoundText = (text: string | null): string | null => text && cutText(toStorableText(text), LONGEST_FOUND_TEXT);

export const endExtraction = async (
  tx: OrganizationTransaction,
  versionId: number,
  { pages, title, language, warnings }: FoundInFile & { warnings: readonly FileWarning[] },
): Promise<void> => {
  await tx
    .updateTable("document_versions")
    .set({
      is_extracted: true,
      page_count: pages,
      title: toFoundText(title),
      language: toFoundText(language),
      warnings: sql<FileWarning[]>`${JSON.stringify(warnings)}::jsonb`,
    })
    .where("id", "=", versionId)
    .execute();
};

/** Lists parts in order, from `ordinal` on. */
export const readParts = async (
  tx: OrganizationTransaction,
  versionId: number,
  { from, limit }: { from: number; limit: number },
): Promise<{ ordinal: number; part: DocumentPart }[]> => {
  const rows = await tx
    .selectFrom("document_parts")
    .select(["ordinal", "content"])
    .where("version_id", "=", versionId)
    .where("ordinal", ">=", from)
    .orderBy("ordinal")
    .limit(limit)
    .execute();
  return rows.map(({ ordinal, content }) => ({ ordinal, part: documentPart.parse(content) }));
};
