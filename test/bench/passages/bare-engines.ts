import { DatabaseSync } from "node:sqlite";
import { getLoadablePath } from "sqlite-vec";
import { listQueryTerms } from "../../../domain/document/terms.ts";

/** The engine's own query for the nearest, and for words, with nothing of ours around it. */
export interface BareEngine {
  nearest(vector: Float32Array, limit: number): Promise<void>;
  matching(text: string, limit: number): Promise<void>;
  close(): void;
}

/** SQLite in this process: no thread, no filter, keys alone. */
export const openBareSqlite = (file: string): BareEngine => {
  const database = new DatabaseSync(file, { allowExtension: true, readOnly: true });
  database.loadExtension(getLoadablePath());
  database.exec("pragma mmap_size = 1073741824; pragma cache_size = -16384");
  const nearest = database.prepare(
    "select passage_key, vec_distance_cosine(vector, ?) as distance from vectors order by distance limit ?",
  );
  const matching = database.prepare(
    "select rowid, bm25(words) as score from words where words match ? order by score limit ?",
  );
  return {
    nearest: async (vector, limit) => {
      nearest.all(new Uint8Array(vector.buffer), limit);
    },
    matching: async (text, limit) => {
      matching.all(
        listQueryTerms(text)
          .map((term) => `"${term}"`)
          .join(" OR "),
        limit,
      );
    },
    close: () => database.close(),
  };
};

/** Elasticsearch over plain HTTP: no filter, no client, with the texts that an answer is of no use without. */
export const openBareElasticsearch = (url: string, index: string): BareEngine => {
  const search = async (body: object): Promise<void> => {
    const response = await fetch(`${url}/${index}/_search`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ track_total_hits: false, _source: ["id", "text"], ...body }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    JSON.parse(answer);
  };
  return {
    nearest: (vector, limit) =>
      search({
        size: limit,
        knn: {
          field: "vector",
          query_vector: Array.from(vector),
          k: limit,
          num_candidates: 200,
          rescore_vector: { oversample: 1.5 },
        },
      }),
    matching: (text, limit) => search({ size: limit, query: { match: { terms: listQueryTerms(text).join(" ") } } }),
    close: () => {},
  };
};
