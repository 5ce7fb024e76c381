import type { DocumentQuestion, DocumentReading } from "../../domain/document/document-reading.ts";
import { PASSAGES_READ } from "../../domain/document/search-limits.ts";
import { PassageIndexError } from "../../infra/passage-index/passage-index.ts";
import { countUnreadyDocuments, findReadableDocuments, type ReadableDocument } from "./find-readable-documents.ts";
import { type DocumentSearchDependencies, type DocumentSearchResult, searchDocuments } from "./search-documents.ts";
import { readWholeDocuments } from "./whole-documents.ts";

const NONE: Pick<DocumentSearchResult, "passages" | "degraded"> = { passages: [], degraded: null };

/**
 * Searches the documents that an agent reads in a step for the answer to a question. Whole documents are returned even
 * when the index is not reachable.
 */
export const readDocuments = async (
  dependencies: DocumentSearchDependencies,
  organizationId: number,
  { agentId, documentUuids, question }: DocumentQuestion,
): Promise<DocumentReading> => {
  const { documents, whole, unready } = await dependencies.database.inOrganization(organizationId, async (tx) => {
    const readable = await findReadableDocuments(tx, agentId, documentUuids);
    return {
      documents: readable,
      whole: await readWholeDocuments(tx, readable.filter(isGivenWhole)),
      unready: await countUnreadyDocuments(tx, agentId, documentUuids),
    };
  });
  const given = new Set(whole.filter(({ isCut }) => !isCut).map(({ uuid }) => uuid));
  const searched = documents.map(({ uuid }) => uuid).filter((uuid) => !given.has(uuid));
  const search = {
    text: question,
    reader: { kind: "agent" as const, agentId, namedDocumentUuids: searched },
    documentUuids: searched,
    limit: PASSAGES_READ,
    minSimilarity: null,
  };
  try {
    const { passages, degraded } =
      (searched.length > 0 && (await searchDocuments(dependencies, organizationId, search))) || NONE;
    return { whole, passages, degraded, unready, fault: null };
  } catch (error) {
    if (!(error instanceof PassageIndexError)) throw error;
    return { whole, passages: [], degraded: null, unready, fault: error };
  }
};

const isGivenWhole = ({ retrievalMode }: ReadableDocument): boolean => retrievalMode === "full_document";
