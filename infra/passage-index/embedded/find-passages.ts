import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { listQueryTerms } from "../../../domain/document/terms.ts";
import type { PassageFilter, PassageHit, TextQuery, VectorQuery } from "../passage-index.ts";
import { RESULT_MARGIN } from "../passage-index.ts";
import { buildScopeKey } from "../scope-key.ts";
import { PASSAGE_BITS, prepareStatement } from "./open-passage-file.ts";
import { encodeVector } from "./write-passages.ts";

/**
 * Compares the vector with every one that the reader may see (exact search). One statement reads one state of the file.
 * The cross join goes from editions to their vectors; the other way round each vector would be compared with each
 * edition.
 */
export const findNearest = (database: DatabaseSync, query: VectorQuery): PassageHit[] => {
  if (query.vector.every((value) => value === 0)) return [];
  const visible = visibleEditions(query.filter);
  return read(database, {
    scored: `
      select v.passage_key, 1 - vec_distance_cosine(v.vector, $vector) as score
      from editions e
      cross join vectors v on v.passage_key between e.key << ${PASSAGE_BITS} and ((e.key + 1) << ${PASSAGE_BITS}) - 1
      where e.model = $model and ${visible.condition}
        and ($ids is null or v.passage_key in (
          select key from passages where model = $model and id in (select value from json_each($ids))))`,
    values: {
      ...visible.values,
      $vector: encodeVector(query.vector),
      $model: query.model,
      $ids: query.ids ? JSON.stringify(query.ids) : null,
    },
    limit: query.limit,
  });
};

export const findMatching = (database: DatabaseSync, query: TextQuery): PassageHit[] => {
  const terms = listQueryTerms(query.text);
  if (terms.length === 0) return [];
  const visible = visibleEditions(query.filter);
  return read(database, {
    scored: `
      select rowid as passage_key, -bm25(words) as score from words
      where words match $terms and rowid >> ${PASSAGE_BITS} in (select e.key from editions e where ${visible.condition})`,
    values: { ...visible.values, $terms: terms.map((term) => `"${term}"`).join(" OR ") },
    limit: query.limit,
  });
};

/** Returns the best results of a scoring statement, with their texts. */
const read = (
  database: DatabaseSync,
  { scored, values, limit }: { scored: string; values: Record<string, SQLInputValue>; limit: number },
): PassageHit[] =>
  prepareStatement(
    database,
    `select p.id, e.document_uuid, e.version, p.chunk_index, p.text, p.context, found.score
       from (${scored} order by score desc, passage_key limit $candidates) as found
       join passages p on p.key = found.passage_key
       join editions e on e.key = p.key >> ${PASSAGE_BITS}
       order by found.score desc, p.id limit $limit`,
  )
    .all({ ...values, $candidates: limit + RESULT_MARGIN, $limit: limit })
    .map(asHit);

const visibleEditions = ({ scopes, namedDocumentUuids, documentUuids }: PassageFilter) => ({
  condition: `e.is_current
    and ($scopes is null or e.scope in (select value from json_each($scopes))
      or e.document_uuid in (select value from json_each($named)))
    and ($documents is null or e.document_uuid in (select value from json_each($documents)))`,
  values: {
    $scopes: scopes && JSON.stringify(scopes.map(buildScopeKey)),
    $named: JSON.stringify(namedDocumentUuids),
    $documents: documentUuids && JSON.stringify(documentUuids),
  },
});

const asHit = (row: Record<string, unknown>): PassageHit => ({
  id: String(row["id"]),
  documentUuid: String(row["document_uuid"]),
  version: Number(row["version"]),
  ordinal: Number(row["chunk_index"]),
  text: String(row["text"]),
  context: String(row["context"]),
  score: Number(row["score"]),
});
