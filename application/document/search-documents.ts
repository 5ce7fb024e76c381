import type { Embedder } from "../../domain/model/embedder.ts";
import type { GuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { openEmbedder } from "../../infra/models/open-embedder.ts";
import { type ModelChoice, readPricedName } from "../../infra/models/open-model.ts";
import { type FoundPassage, type SearchResult, searchPassages } from "../../infra/passage-index/hybrid-search.ts";
import type { PassageIndex } from "../../infra/passage-index/passage-index.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { DocumentPassage } from "../../infra/postgres/document/document-passage.entity.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { type EmbeddingModels, readEmbeddingModels } from "../model/read-embedding-models.ts";
import { listSeenDocuments, type Reader } from "./reader-scope.ts";

export interface DocumentSearch {
  text: string;
  reader: Reader;
  /** Only these documents; null: all documents that the reader sees. */
  documentUuids: readonly string[] | null;
  /** 1 to 50. */
  limit: number;
  /** 0 to 1. */
  minSimilarity: number | null;
}

export interface FoundInDocument extends FoundPassage {
  passage: Pick<DocumentPassage, "id" | "document_id" | "context" | "page" | "row_number">;
  filename: string;
}

export interface DocumentSearchResult extends Omit<SearchResult, "passages"> {
  passages: FoundInDocument[];
}

export interface DocumentSearchDependencies {
  database: Database;
  passageIndex: PassageIndex;
  secrets: SecretBox;
  guardedRequests: GuardedRequests;
  /** For an organization that configured none. */
  defaultEmbeddings: ModelChoice | null;
  /** Counts the embedder's tokens where somebody is charged for them; absent: nobody is. */
  counted?: (embedder: Embedder) => Embedder;
}

/**
 * Returns passages of the documents that a reader sees, best first; undefined: there is no such reader. Throws
 * PassageIndexError.
 */
export const searchDocuments = async (
  { database, passageIndex, secrets, guardedRequests, defaultEmbeddings, counted }: DocumentSearchDependencies,
  organizationId: number,
  search: DocumentSearch,
): Promise<DocumentSearchResult | undefined> => {
  const { seen, models } = await database.inOrganization(organizationId, async (tx) => ({
    seen: await listSeenDocuments(tx, search.reader),
    models: await readEmbeddingModels(tx, { organizationId, secrets, defaultEmbeddings }),
  }));
  if (seen === undefined) return undefined;
  const { text, limit, minSimilarity } = search;
  const documentUuids = narrow(seen, search.documentUuids);
  const { passages, ...result } = await searchPassages(
    { index: passageIndex, ...embeddersOf(models, guardedRequests, counted), organizationId },
    { text, limit, minSimilarity, filter: { scopes: null, namedDocumentUuids: [], documentUuids } },
  );
  const located = await database.inOrganization(organizationId, (tx) => locate(tx, passages));
  return { ...result, passages: located };
};

/** Returns the documents that were asked for and are seen; null: no restriction. */
const narrow = (seen: readonly string[] | null, asked: readonly string[] | null): readonly string[] | null => {
  if (seen === null || asked === null) return asked ?? seen;
  const wanted = new Set(asked.map((uuid) => uuid.toLowerCase()));
  return seen.filter((uuid) => wanted.has(uuid));
};

const embeddersOf = (
  { configured, former }: EmbeddingModels,
  guardedRequests: GuardedRequests,
  counted: DocumentSearchDependencies["counted"] = (embedder) => embedder,
) => {
  const open = (choice: ModelChoice | null) => {
    const embedder = openEmbedder(choice, guardedRequests);
    return embedder === null || readPricedName(choice) === null ? embedder : counted(embedder);
  };
  const embedder = open(configured);
  return {
    embedder,
    former: former
      .filter(({ name }) => name !== embedder?.name)
      .map(({ name, choice }) => ({ name, embedder: open(choice) })),
  };
};

/** Adds the place of each passage. A document that was just deleted is left out: the index may be behind the rows. */
const locate = async (tx: OrganizationTransaction, found: readonly FoundPassage[]): Promise<FoundInDocument[]> => {
  if (found.length === 0) return [];
  const rows = await tx
    .selectFrom("document_passages as p")
    .innerJoin("documents as d", "d.id", "p.document_id")
    .select(["p.id", "p.document_id", "p.context", "p.page", "p.row_number", "d.filename"])
    .where(
      "p.id",
      "in",
      found.map(({ id }) => Number(id)),
    )
    .where("d.deleted_at", "is", null)
    .execute();
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return found.flatMap((passage) => {
    const row = byId.get(passage.id);
    if (!row) return [];
    const { filename, ...place } = row;
    return [{ ...passage, passage: place, filename }];
  });
};
