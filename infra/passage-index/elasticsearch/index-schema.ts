import type { Client, estypes } from "@elastic/elasticsearch";
import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";

/** The names of one installation's indices; two installations may share a cluster under two prefixes. */
export interface IndexNames {
  /** Alias of the passages. */
  passages: string;
  /** The index of the editions that readers find, with one entry for each organization. */
  current: string;
}

/**
 * The version of the mappings below. A change needs a new version, which is filled again from the rows; the alias moves
 * afterwards.
 */
const SCHEMA_VERSION = 1;

export const chooseIndexNames = (prefix: string): IndexNames => ({
  passages: `${prefix}-passages-${EMBEDDING_DIMENSIONS}`,
  current: `${prefix}-current-editions`,
});

const keyword = { type: "keyword" } as const;
const kept = { type: "keyword", index: false, doc_values: false } as const;

/**
 * The engine only splits `terms`, which `terms.ts` computes, at spaces. The vectors are not stored a second time beside the index;
 * they can be made again from the rows.
 */
const passageMappings: estypes.MappingTypeMapping = {
  dynamic: "strict",
  _source: { excludes: ["vector", "terms"] },
  properties: {
    organization: keyword,
    id: keyword,
    edition: keyword,
    document_uuid: keyword,
    version: { type: "integer" },
    model: keyword,
    scope: keyword,
    chunk_index: { type: "integer", index: false, doc_values: false },
    text: kept,
    context: kept,
    terms: { type: "text", analyzer: "whitespace", index_options: "freqs" },
    vector: {
      type: "dense_vector",
      dims: EMBEDDING_DIMENSIONS,
      similarity: "cosine",
      index: true,
      index_options: { type: "int8_hnsw", m: 16, ef_construction: 100 },
    },
  },
};

const currentMappings: estypes.MappingTypeMapping = { dynamic: "strict", properties: { editions: kept } };

/**
 * Creates missing indices; several processes may do so at once. The cluster decides the number of replicas
 * (`auto_expand_replicas`: one wherever there is a second node).
 */
export const ensureIndices = async (client: Client, names: IndexNames): Promise<void> => {
  await ensure(client, {
    index: `${names.passages}-v${SCHEMA_VERSION}`,
    aliases: { [names.passages]: {} },
    settings: { number_of_shards: 1, auto_expand_replicas: "0-1", refresh_interval: "5s" },
    mappings: passageMappings,
  });
  await ensure(client, {
    index: names.current,
    settings: { number_of_shards: 1, auto_expand_replicas: "0-1" },
    mappings: currentMappings,
  });
};

const ensure = async (client: Client, request: estypes.IndicesCreateRequest): Promise<void> => {
  if (await client.indices.exists({ index: request.index })) return;
  const { statusCode, body } = await client.indices.create(request, { ignore: [400], meta: true });
  if (statusCode === 400 && !JSON.stringify(body).includes("resource_already_exists_exception")) {
    throw new Error(`The index could not be made: ${JSON.stringify(body).slice(0, 300)}`);
  }
};
