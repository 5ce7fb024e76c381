import type { DatabaseSync } from "node:sqlite";
import type { PassageFilter, PassageHit, TextQuery, VectorQuery } from "../passage-index.ts";
import { queryTerms } from "../terms.ts";
import { scopeKey } from "../scope-key.ts";
import { bytesOf } from "./write-passages.ts";

/** Exact: the vector is compared with each that the reader may see. One statement reads one state of the file. */
export const findNearest = (database: DatabaseSync, query: VectorQuery): PassageHit[] => {
  if (query.vector.every((value) => value === 0)) return [];
  const visible = visibleEditions(query.filter);
  const found = database
    .prepare(
      `select p.id, e.document_uuid, e.version, p.chunk_index, p.text, p.context, found.score
       from (
         select v.passage_key, 1 - vec_distance_cosine(v.vector, $vector) as score
         from vectors v
         where v.edition_key in (select key from editions e where e.model = $model and ${visible.condition})
           and ($ids is null or v.passage_key in (
             select key from passages where model = $model and id in (select value from json_each($ids))))
         order by score desc, v.passage_key limit $candidates
       ) as found
       join passages p on p.key = found.passage_key
       join editions e on e.key = p.edition_key
       order by found.score desc, p.id limit $limit`,
    )
    .all({
      ...visible.values,
      $vector: bytesOf(query.vector),
      $model: query.model,
      $ids: query.ids ? JSON.stringify(query.ids) : null,
      $candidates: query.limit + MARGIN,
      $limit: query.limit,
    });
  return found.map(asHit);
};

/** More than are asked for: those that are equal to the last are put in order before the list is cut. */
const MARGIN = 50;

export const findMatching = (database: DatabaseSync, query: TextQuery): PassageHit[] => {
  const terms = queryTerms(query.text);
  if (terms.length === 0) return [];
  const visible = visibleEditions(query.filter);
  const found = database
    .prepare(
      `select p.id, e.document_uuid, e.version, p.chunk_index, p.text, p.context, found.score
       from (
         select w.rowid as passage_key, -bm25(words) as score
         from words w join passages p on p.key = w.rowid join editions e on e.key = p.edition_key
         where words match $terms and ${visible.condition}
         order by score desc, p.id limit $limit
       ) as found
       join passages p on p.key = found.passage_key
       join editions e on e.key = p.edition_key
       order by found.score desc, p.id`,
    )
    .all({ ...visible.values, $terms: terms.map((term) => `"${term}"`).join(" OR "), $limit: query.limit });
  return found.map(asHit);
};

const visibleEditions = ({ scopes, namedDocumentUuids, documentUuids }: PassageFilter) => ({
  condition: `e.is_current
    and ($scopes is null or e.scope in (select value from json_each($scopes))
      or e.document_uuid in (select value from json_each($named)))
    and ($documents is null or e.document_uuid in (select value from json_each($documents)))`,
  values: {
    $scopes: scopes && JSON.stringify(scopes.map(scopeKey)),
    $named: JSON.stringify(namedDocumentUuids),
    $documents: documentUuids && JSON.stringify(documentUuids),
  },
});

const asHit = (row: Record<string, unknown>): PassageHit => ({
  id: String(row["id"]),
  documentUuid: String(row["document_uuid"]),
  version: Number(row["version"]),
  chunkIndex: Number(row["chunk_index"]),
  text: String(row["text"]),
  context: String(row["context"]),
  score: Number(row["score"]),
});
