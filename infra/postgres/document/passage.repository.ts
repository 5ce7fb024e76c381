import { sql } from "kysely";
import type { CutPassage } from "../../../domain/document/cut-passages.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { DocumentPassage } from "./document-passage.entity.ts";
import type { DocumentVersion } from "./document-version.entity.ts";

export interface CutParts {
  /** The ordinal of the first one. */
  first: number;
  /** The passages of each part, in order. */
  passages: readonly (readonly CutPassage[])[];
  /** The model of their vectors, where those are not stored; null: there are none yet. */
  model: string | null;
}

/** Appends the passages of consecutive parts, once; returns how many parts are cut then, perhaps by another try. */
export const writePassages = async (
  tx: OrganizationTransaction,
  version: DocumentVersion,
  { first, passages, model }: CutParts,
): Promise<number> => {
  const parts = first + passages.length;
  const cut = passages.flatMap((ofPart, at) => ofPart.map((passage) => ({ ...passage, part: first + at })));
  const counted = await tx
    .updateTable("document_versions")
    .set({ chunked_parts: parts, chunk_count: sql<number>`chunk_count + ${cut.length}` })
    .where("id", "=", version.id)
    .where("chunked_parts", "=", first)
    .returning("chunk_count")
    .executeTakeFirst();
  if (!counted) return countCutParts(tx, version.id);
  const rows = cut.map((passage, at) => rowOf(passage, counted.chunk_count - cut.length + at));
  if (rows.length > 0) await insertPassages(tx, version, { rows, model });
  return parts;
};

const countCutParts = async (tx: OrganizationTransaction, versionId: number): Promise<number> => {
  const { chunked_parts } = await tx
    .selectFrom("document_versions")
    .select("chunked_parts")
    .where("id", "=", versionId)
    .executeTakeFirstOrThrow();
  return chunked_parts;
};

/** JSON holds no half of a surrogate pair, which a cut may leave. */
const rowOf = ({ part, text, context, page, row, tokenCount }: CutPassage & { part: number }, chunk_index: number) => ({
  chunk_index,
  part,
  text: text.toWellFormed(),
  context: context.toWellFormed(),
  page,
  row_number: row,
  token_count: tokenCount,
});

/**
 * Inserts passages. The rows are sent as one value, because a statement for each number of them would have to be built, sent and
 * parsed.
 */
const insertPassages = async (
  tx: OrganizationTransaction,
  { id, organization_id, document_id }: DocumentVersion,
  { rows, model }: { rows: ReturnType<typeof rowOf>[]; model: string | null },
): Promise<void> => {
  await sql`
    insert into document_passages (organization_id, document_id, version_id, embedding_model,
      chunk_index, part, text, context, page, row_number, token_count)
    select ${organization_id}::bigint, ${document_id}::bigint, ${id}::bigint, ${model}::text, r.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (chunk_index integer, part integer, text text,
      context text, page integer, row_number integer, token_count integer)
  `.execute(tx);
};

/** Lists passages without a vector of this model, in order, from one on. */
export const listPassagesToEmbed = (
  tx: OrganizationTransaction,
  versionId: number,
  { model, from = 0, limit }: { model: string; from?: number; limit: number },
): Promise<Pick<DocumentPassage, "id" | "text" | "context" | "chunk_index">[]> =>
  tx
    .selectFrom("document_passages")
    .select(["id", "text", "context", "chunk_index"])
    .where("version_id", "=", versionId)
    .where("chunk_index", ">=", from)
    .where(sql<boolean>`embedding_model is distinct from ${model}`)
    .orderBy("chunk_index")
    .limit(limit)
    .execute();

/** The vectors are sent as one value, which the server cuts: in an array each byte would be written as two digits. */
export const writeVectors = async (
  tx: OrganizationTransaction,
  model: string,
  vectors: readonly { id: number; vector: Float32Array }[],
): Promise<void> => {
  const ids = vectors.map(({ id }) => id);
  const bytes = Buffer.concat(vectors.map(({ vector }) => bytesOf(vector)));
  const size = bytes.length / vectors.length;
  await sql`
    update document_passages p
    set embedding = substring(${bytes}::bytea from ((v.at - 1) * ${size})::integer + 1 for ${size}::integer),
      embedding_model = ${model}
    from unnest(${ids}::bigint[]) with ordinality as v (id, at) where p.id = v.id
  `.execute(tx);
};

/** Sets the model of passages of another one, some at a time and without vectors; returns how many they were. */
export const markPassages = async (
  tx: OrganizationTransaction,
  versionId: number,
  { model, limit }: { model: string; limit: number },
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable("document_passages")
    .set({ embedding: null, embedding_model: model })
    .where("id", "in", (row) =>
      row
        .selectFrom("document_passages")
        .select("id")
        .where("version_id", "=", versionId)
        .where(sql<boolean>`embedding_model is distinct from ${model}`)
        .orderBy("chunk_index")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Lists passages in order, from one on, with their vectors. */
export const readPassages = (
  tx: OrganizationTransaction,
  versionId: number,
  { from, limit }: { from: number; limit: number },
): Promise<DocumentPassage[]> =>
  tx
    .selectFrom("document_passages")
    .selectAll()
    .where("version_id", "=", versionId)
    .where("chunk_index", ">=", from)
    .orderBy("chunk_index")
    .limit(limit)
    .execute();

/** Counts a version's passages of this model. */
export const countEmbedded = async (tx: OrganizationTransaction, versionId: number, model: string): Promise<number> => {
  const { count } = await tx
    .selectFrom("document_passages")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("version_id", "=", versionId)
    .where("embedding_model", "=", model)
    .executeTakeFirstOrThrow();
  return count;
};

/** Little-endian 32-bit floats, the native form of every supported machine. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Copies the bytes, because floats must begin at a multiple of four. */
export const decodeVector = ({ buffer, byteOffset, byteLength }: Buffer): Float32Array =>
  new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
