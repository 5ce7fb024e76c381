import { countTokens } from "../../domain/document/cut-passages.ts";
import { type WholeDocument } from "../../domain/document/document-reading.ts";
import { WHOLE_DOCUMENTS_TOKENS } from "../../domain/document/retrieval-mode.rules.ts";
import { cutToTokens, formatBlocks, joinTexts } from "../../domain/document/whole-text.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { ReadableDocument } from "./find-readable-documents.ts";

const PARTS_AT_ONCE = 4;

/** Returns the texts of documents as they are in their files, one after another until the tokens are used up. */
export const readWholeDocuments = async (
  tx: OrganizationTransaction,
  documents: readonly ReadableDocument[],
): Promise<WholeDocument[]> => {
  const read: WholeDocument[] = [];
  let room = WHOLE_DOCUMENTS_TOKENS;
  for (const { uuid, filename, versionId } of documents) {
    const { text, isCut } = await readText(tx, { versionId, room });
    room -= countTokens(text);
    read.push({ uuid, filename, text, isCut });
  }
  return read;
};

/** Reads no more rows than fit. */
const readText = async (
  tx: OrganizationTransaction,
  { versionId, room }: { versionId: number; room: number },
): Promise<{ text: string; isCut: boolean }> => {
  let text = "";
  for (let from = 0; ; from += PARTS_AT_ONCE) {
    const parts = await tx
      .selectFrom("document_parts")
      .select("content")
      .where("version_id", "=", versionId)
      .orderBy("ordinal")
      .offset(from)
      .limit(PARTS_AT_ONCE)
      .execute();
    for (const { content } of parts) text = joinTexts(text, formatBlocks(content.blocks, content.columns));
    if (countTokens(text) > room) return { text: cutToTokens(text, room), isCut: true };
    if (parts.length < PARTS_AT_ONCE) return { text, isCut: false };
  }
};
