import type { Client, estypes } from "@elastic/elasticsearch";
import { z } from "zod";
import { listQueryTerms } from "../../../domain/document/terms.ts";
import type { PassageFilter, PassageHit, TextQuery, VectorQuery } from "../passage-index.ts";
import { RESULT_MARGIN } from "../passage-index.ts";
import { buildScopeKey } from "../scope-key.ts";
import { buildOrganizationKey } from "./current-editions.ts";
import type { IndexNames } from "./index-schema.ts";

export interface Source {
  client: Client;
  names: IndexNames;
  organizationId: number;
}

/** More neighbours than requested are examined, because the nearest could be missed otherwise. */
const LEAST_CANDIDATES = 200;
/** Vectors of eight bits find the candidates; their scores are off by up to 0.16, so whole vectors rescore them. */
const OVERSAMPLE = 1.5;

export const findNearest = async (source: Source, query: VectorQuery): Promise<PassageHit[]> => {
  if (query.vector.every((value) => value === 0)) return [];
  const k = query.limit + RESULT_MARGIN;
  const filter = [...visible(source, query.filter), { term: { model: query.model } }];
  const hits = await send(source, {
    size: k,
    knn: {
      field: "vector",
      query_vector: Array.from(query.vector),
      k,
      num_candidates: Math.max(LEAST_CANDIDATES, k),
      rescore_vector: { oversample: OVERSAMPLE },
      filter: query.ids ? [...filter, { terms: { id: [...query.ids] } }] : filter,
    },
  });
  // The engine's score is (1 + cosine) / 2.
  return inOrder(hits.map((hit) => ({ ...hit, score: 2 * hit.score - 1 }))).slice(0, query.limit);
};

export const findMatching = async (source: Source, query: TextQuery): Promise<PassageHit[]> => {
  const terms = listQueryTerms(query.text);
  if (terms.length === 0) return [];
  const hits = await send(source, {
    size: query.limit,
    sort: ["_score", { id: "asc" }],
    query: {
      bool: {
        filter: visible(source, query.filter),
        must: [{ match: { terms: { query: terms.join(" "), operator: "or" } } }],
      },
    },
  });
  return inOrder(hits);
};

/** The filter is a part of the search itself, so that a passage that the reader may not see is never a candidate. */
const visible = (
  { names, organizationId }: Source,
  { scopes, namedDocumentUuids, documentUuids }: PassageFilter,
): estypes.QueryDslQueryContainer[] => {
  const organization = buildOrganizationKey(organizationId);
  const named = { terms: { document_uuid: [...namedDocumentUuids] } };
  return [
    { term: { organization } },
    { terms: { edition: { index: names.current, id: organization, path: "editions" } } },
    ...(scopes
      ? [{ bool: { should: [{ terms: { scope: scopes.map(buildScopeKey) } }, named], minimum_should_match: 1 } }]
      : []),
    ...(documentUuids ? [{ terms: { document_uuid: [...documentUuids] } }] : []),
  ];
};

const hitSchema = z.object({
  _score: z.number(),
  _source: z.object({
    id: z.string(),
    document_uuid: z.string(),
    version: z.number(),
    chunk_index: z.number(),
    text: z.string(),
    context: z.string(),
  }),
});

const send = async (
  { client, names, organizationId }: Source,
  request: estypes.SearchRequest,
): Promise<PassageHit[]> => {
  const routing = buildOrganizationKey(organizationId);
  // A reader always asks the same copy of the index: two copies may weigh words a little differently.
  const { hits } = await client.search({
    index: names.passages,
    routing,
    preference: routing,
    track_total_hits: false,
    _source: ["id", "document_uuid", "version", "chunk_index", "text", "context"],
    ...request,
  });
  return z
    .array(hitSchema)
    .parse(hits.hits)
    .map(({ _score: score, _source: found }) => ({
      id: found.id,
      documentUuid: found.document_uuid,
      version: found.version,
      ordinal: found.chunk_index,
      text: found.text,
      context: found.context,
      score,
    }));
};

const inOrder = (hits: PassageHit[]): PassageHit[] =>
  hits.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
