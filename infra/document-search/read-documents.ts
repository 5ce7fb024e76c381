import type { DocumentQuestion, DocumentReading } from "../../domain/document/document-reading.ts";
import { PassageIndexError } from "../passage-index/passage-index.ts";
import { findNamedDocuments, type NamedDocument } from "./named-documents.ts";
import { type DocumentSearchDependencies, type DocumentSearchResult, searchDocuments } from "./search-documents.ts";
import { readWholeDocuments } from "./whole-documents.ts";

/** As many as a person would have read to them; each is of about 400 tokens. */
const PASSAGES = 5;
const NONE: Pick<DocumentSearchResult, "passages" | "degraded"> = { passages: [], degraded: null };

/** What documents that an agent's step names say to a question. An index that is not reached takes no whole text away. */
export const readDocuments = async (
  dependencies: DocumentSearchDependencies,
  organizationId: number,
  { agentId, documentUuids, question }: DocumentQuestion,
): Promise<DocumentReading> => {
  const { documents, whole } = await dependencies.database.inOrganization(organizationId, async (tx) => {
    const named = await findNamedDocuments(tx, documentUuids);
    return { documents: named, whole: await readWholeDocuments(tx, named.filter(isGivenWhole)) };
  });
  const given = new Set(whole.filter(({ isCut }) => !isCut).map(({ uuid }) => uuid));
  const searched = documents.map(({ uuid }) => uuid).filter((uuid) => !given.has(uuid));
  const search = {
    text: question,
    reader: { kind: "agent" as const, agentId, namedDocumentUuids: searched },
    documentUuids: searched,
    limit: PASSAGES,
    minSimilarity: null,
  };
  try {
    const { passages, degraded } =
      (searched.length > 0 && (await searchDocuments(dependencies, organizationId, search))) || NONE;
    return { whole, passages, degraded, fault: null };
  } catch (error) {
    if (!(error instanceof PassageIndexError)) throw error;
    return { whole, passages: [], degraded: null, fault: error };
  }
};

const isGivenWhole = ({ retrievalMode }: NamedDocument): boolean => retrievalMode === "full_document";
