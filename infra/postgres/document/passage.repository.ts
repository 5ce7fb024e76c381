import { sql } from "kysely";
import type { CutPassage } from "../../../domain/document/cut-passages.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { DocumentPassage } from "./document-passage.entity.ts";
import type { DocumentVersion } from "./document-version.entity.ts";

/** Appends a part's passages, once; returns false when the part was cut before. */
export const writePassages = async (
  tx: OrganizationTransaction,
  { id, organization_id, document_id }: DocumentVersion,
  { part, passages }: { part: number; passages: readonly CutPassage[] },
): Promise<boolean> => {
  const version = await tx
    .updateTable("document_versions")
    .set({ chunked_parts: part + 1, chunk_count: sql<number>`chunk_count + ${passages.length}` })
    .where("id", "=", id)
    .where("chunked_parts", "=", part)
    .returning("chunk_count")
    .executeTakeFirst();
  if (!version) return false;
  const first = version.chunk_count - passages.length;
  const rows = passages.map((passage, at) => ({
    organization_id,
    document_id,
    version_id: id,
    chunk_index: first + at,
    part,
    text: passage.text,
    context: passage.context,
    page: passage.page,
    row_number: passage.row,
    token_count: passage.tokenCount,
  }));
  if (rows.length > 0) await tx.insertInto("document_passages").values(rows).execute();
  return true;
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

/** Counts a version's passages with a vector of this model. */
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
