import { PassageIndexError } from "../passage-index/passage-index.ts";
import { findNamedDocuments, type NamedDocument } from "./named-documents.ts";
import {
  type DocumentSearchDependencies,
  type DocumentSearchResult,
  type FoundInDocument,
  searchDocuments,
} from "./search-documents.ts";
import { readWholeDocuments, type WholeDocument } from "./whole-documents.ts";

export interface DocumentQuestion {
  /** Who reads. */
  agentId: number;
  /** What the agent's step names; nothing else is read. */
  documentUuids: readonly string[];
  question: string;
}

export interface DocumentReading {
  /** Those that are to be given as a whole, whatever was asked. */
  whole: WholeDocument[];
  /** Of the others, and of those that were cut; best first. */
  passages: FoundInDocument[];
  /** Said when meaning was not compared, or not in all of them, but only words. */
  degraded: DocumentSearchResult["degraded"];
  /** The index did not answer: there may be passages all the same. Null: it did. */
  fault: PassageIndexError | null;
}

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
