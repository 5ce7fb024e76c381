import { ModelError } from "../models/chat-model.ts";
import { type Embedder, NO_EMBEDDING_MODEL } from "../models/embedder.ts";
import { type Highlight, highlight } from "./highlight.ts";
import type { PassageFilter, PassageHit, PassageIndex } from "./passage-index.ts";
import { reciprocalRank } from "./reciprocal-rank.ts";
import { queryTerms } from "./terms.ts";

export interface PassageSearch {
  text: string;
  filter: PassageFilter;
  /** 1 to 50. */
  limit: number;
  /** 0 to 1: passages below it are left out; null: none are. */
  minSimilarity: number | null;
}

export interface FoundPassage extends Omit<PassageHit, "score"> {
  /**
   * 0 to 1: the cosine between the vectors of query and passage, 0 where it is negative. Where there is no vector to
   * compare (text only, or one of another model) the share of the query's words that the passage holds.
   */
  similarity: number;
  /** Pieces of `text` that hold words of the query, at most three. */
  highlights: Highlight[];
}

export interface SearchResult {
  passages: FoundPassage[];
  /** Said when meaning could not be searched, with the reason. */
  degraded: "text only" | null;
  degradedReason: string | null;
}

interface Searched {
  index: PassageIndex;
  /** Of the organization; null when it has none. */
  embedder: Embedder | null;
  organizationId: number;
}

/**
 * Of each ranking. Between 1.4 and 2 for the vector all is better than either alone (`npm run bench:search`); with equal
 * weights it is not, since two passages that change places in the two rankings come out equal.
 */
const WEIGHTS = { text: 1, vector: 1.4 };
/** What each engine is asked for: a passage that both know well is found, though it leads neither. */
const CANDIDATES = 100;
/** Somebody waits on the telephone; words are found without a vector too. */
const EMBEDDING_TIMEOUT_MS = 5_000;

/**
 * Passages by meaning and by words at once, best first; equal ones in the order of their ids, always the same. By words
 * alone when there is no embedder, or when it does not answer within five seconds. Throws `PassageIndexError`.
 */
export const searchPassages = async (searched: Searched, search: PassageSearch): Promise<SearchResult> => {
  const { index, organizationId } = searched;
  const query = { filter: search.filter, limit: CANDIDATES };
  const [byText, embedded] = await Promise.all([
    index.matching(organizationId, { ...query, text: search.text }),
    embedQuery(searched.embedder, search.text),
  ]);
  if ("reason" in embedded) {
    const passages = described(byText, { search, cosines: new Map() });
    return { passages, degraded: "text only", degradedReason: embedded.reason };
  }
  const byVector = await index.nearest(organizationId, { ...query, ...embedded });
  const unknown = byText.map(({ id }) => id).filter((id) => !byVector.some((hit) => hit.id === id));
  const compared =
    unknown.length === 0
      ? []
      : await index.nearest(organizationId, { ...query, ...embedded, ids: unknown, limit: unknown.length });
  const cosines = new Map([...byVector, ...compared].map(({ id, score }) => [id, score]));
  const passages = described(fused(byText, byVector), { search, cosines });
  return { passages, degraded: null, degradedReason: null };
};

const embedQuery = async (
  embedder: Embedder | null,
  text: string,
): Promise<{ vector: Float32Array; model: string } | { reason: string }> => {
  if (embedder === null) return { reason: NO_EMBEDDING_MODEL };
  try {
    const [vector] = await embedder.embed([text], { signal: AbortSignal.timeout(EMBEDDING_TIMEOUT_MS) });
    return vector ? { vector, model: embedder.name } : { reason: "The embedding model gave no vector" };
  } catch (error) {
    if (error instanceof ModelError) return { reason: error.message };
    if (error instanceof DOMException) return { reason: "The embedding model did not answer in time" };
    throw error;
  }
};

const fused = (byText: readonly PassageHit[], byVector: readonly PassageHit[]): PassageHit[] => {
  const hits = new Map([...byVector, ...byText].map((hit) => [hit.id, hit]));
  const order = reciprocalRank([
    { ids: byText.map(({ id }) => id), weight: WEIGHTS.text },
    { ids: byVector.map(({ id }) => id), weight: WEIGHTS.vector },
  ]);
  return order.flatMap((id) => hits.get(id) ?? []);
};

const described = (
  hits: readonly PassageHit[],
  { search, cosines }: { search: PassageSearch; cosines: ReadonlyMap<string, number> },
): FoundPassage[] => {
  const terms = queryTerms(search.text);
  const passages: FoundPassage[] = [];
  for (const { score: _, ...hit } of hits) {
    if (passages.length === search.limit) break;
    const { highlights, found } = highlight(hit.text, terms);
    const cosine = cosines.get(hit.id);
    const similarity = cosine === undefined ? shareOf(found, hit, terms) : Math.min(1, Math.max(0, cosine));
    if (similarity >= (search.minSimilarity ?? 0)) passages.push({ ...hit, similarity, highlights });
  }
  return passages;
};

/** Headings count: passages are found by them too. */
const shareOf = (found: ReadonlySet<string>, { context }: { context: string }, terms: readonly string[]): number => {
  const known = new Set([...found, ...highlight(context, terms).found]);
  return terms.length === 0 ? 0 : known.size / terms.length;
};
