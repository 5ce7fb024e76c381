import { type Highlight, highlightTerms } from "../../domain/document/highlight.ts";
import { mergeRankings } from "../../domain/document/reciprocal-rank.ts";
import { listQueryTerms } from "../../domain/document/terms.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { type Embedder, NO_EMBEDDING_MODEL } from "../../domain/model/embedder.ts";
import type { PassageFilter, PassageHit, PassageIndex } from "./passage-index.ts";

export interface PassageSearch {
  text: string;
  filter: PassageFilter;
  /** 1 to 50. */
  limit: number;
  /** 0 to 1: passages below it are left out; null: no minimum. */
  minSimilarity: number | null;
  /** How many passages each ranking gives; without it as many as a document's search needs. */
  candidates?: number;
}

export interface FoundPassage extends Omit<PassageHit, "score"> {
  /**
   * 0 to 1: the cosine between the vectors of query and passage, 0 where it is negative. Where there is no vector to
   * compare (text only, or one of another model) it is the share of the query's words that the passage holds.
   */
  similarity: number;
  /** Pieces of `text` that hold words of the query, at most three. */
  highlights: Highlight[];
}

export interface SearchResult {
  passages: FoundPassage[];
  /** Set when vectors could not be searched, or not those of documents that were embedded by another model. */
  degraded: "text only" | "partly text only" | null;
  degradedReason: string | null;
}

export interface FormerEmbedder {
  /** `Embedder.name`. */
  name: string;
  /** Null: the model is no longer available. */
  embedder: Embedder | null;
}

interface Searched {
  index: PassageIndex;
  /** The organization's embedder; null when it has none. */
  embedder: Embedder | null;
  /** Models that some documents still have vectors of, after a change of the model. */
  former?: readonly FormerEmbedder[];
  organizationId: number;
}

/**
 * The weight of each ranking. With a vector weight between 1.4 and 2 the result is better than either ranking alone
 * (`npm run bench:search`); with equal weights it is not, because two passages that swap places in the two rankings
 * come out equal.
 */
const WEIGHTS = { text: 1, vector: 1.4 };
/**
 * The number of candidates from each engine, so that a passage is found that both rank well but neither ranks first.
 */
const CANDIDATES = 100;
/** The limit is short, because a person waits on the telephone, and words are found without a vector too. */
const EMBEDDING_TIMEOUT_MS = 5_000;

/**
 * Searches passages by meaning and by words at once, best first; equal ones by id, always the same. Each model that
 * documents have vectors of is asked and gives a ranking of its own; one that does not answer within five seconds gives
 * none. Searches by words alone when there is no embedder or none answers. Throws `PassageIndexError`.
 */
export const searchPassages = async (searched: Searched, search: PassageSearch): Promise<SearchResult> => {
  const { index, organizationId } = searched;
  const query = { filter: search.filter, limit: search.candidates ?? CANDIDATES };
  const [byText, questions] = await Promise.all([
    index.matching(organizationId, { ...query, text: search.text }),
    embedQuestion(searched, search.text),
  ]);
  const embedded = questions.flatMap((question) => ("reason" in question ? [] : [question]));
  const rankings = await Promise.all(embedded.map((vector) => index.nearest(organizationId, { ...query, ...vector })));
  const nearest = rankings.flat();
  const known = new Set(nearest.map(({ id }) => id));
  const ids = byText.map(({ id }) => id).filter((id) => !known.has(id));
  const compare = (vector: EmbeddedQuestion) =>
    index.nearest(organizationId, { ...query, ...vector, ids, limit: ids.length });
  const compared = ids.length === 0 ? [] : await Promise.all(embedded.map(compare));
  const cosines = new Map([...nearest, ...compared.flat()].map(({ id, score }) => [id, score]));
  return { passages: described(fused(byText, rankings), { search, cosines }), ...degradationOf(questions) };
};

interface EmbeddedQuestion {
  vector: Float32Array;
  model: string;
}

type Question = EmbeddedQuestion | { reason: string };

/** Embeds the question with each model, all at once. */
const embedQuestion = async ({ embedder, former = [] }: Searched, text: string): Promise<Question[]> => {
  if (embedder === null) return [{ reason: NO_EMBEDDING_MODEL }];
  const asFormer = async ({ name, embedder: asked }: FormerEmbedder): Promise<Question> => {
    const question = asked ? await embedBy(asked, text) : { reason: "it is no longer configured" };
    if (!("reason" in question)) return question;
    return { reason: `The model ${name}, which some documents still have vectors of: ${question.reason}` };
  };
  return Promise.all([embedBy(embedder, text), ...former.map(asFormer)]);
};

const embedBy = async (embedder: Embedder, text: string): Promise<Question> => {
  try {
    const [vector] = await embedder.embed([text], { signal: AbortSignal.timeout(EMBEDDING_TIMEOUT_MS) });
    return vector ? { vector, model: embedder.name } : { reason: "The embedding model gave no vector" };
  } catch (error) {
    if (error instanceof ModelError) return { reason: error.message };
    if (error instanceof DOMException) return { reason: "The embedding model did not answer in time" };
    throw error;
  }
};

const degradationOf = (questions: readonly Question[]): Pick<SearchResult, "degraded" | "degradedReason"> => {
  const reasons = questions.flatMap((question) => ("reason" in question ? [question.reason] : []));
  if (reasons.length === 0) return { degraded: null, degradedReason: null };
  return {
    degraded: reasons.length === questions.length ? "text only" : "partly text only",
    degradedReason: reasons.join("; "),
  };
};

/** Merges the rankings. A document has vectors of one model, so a passage is in at most one vector ranking. */
const fused = (byText: readonly PassageHit[], byVector: readonly (readonly PassageHit[])[]): PassageHit[] => {
  const hits = new Map([...byVector.flat(), ...byText].map((hit) => [hit.id, hit]));
  const idsOf = (ranking: readonly PassageHit[]) => ranking.map(({ id }) => id);
  const order = mergeRankings([
    { ids: idsOf(byText), weight: WEIGHTS.text },
    ...byVector.map((ranking) => ({ ids: idsOf(ranking), weight: WEIGHTS.vector })),
  ]);
  return order.flatMap((id) => hits.get(id) ?? []);
};

const described = (
  hits: readonly PassageHit[],
  { search, cosines }: { search: PassageSearch; cosines: ReadonlyMap<string, number> },
): FoundPassage[] => {
  const terms = listQueryTerms(search.text);
  const passages: FoundPassage[] = [];
  for (const { score: _, ...hit } of hits) {
    if (passages.length === search.limit) break;
    const { highlights, found } = highlightTerms(hit.text, terms);
    const cosine = cosines.get(hit.id);
    const similarity = cosine === undefined ? shareOf(found, hit, terms) : Math.min(1, Math.max(0, cosine));
    if (similarity >= (search.minSimilarity ?? 0)) passages.push({ ...hit, similarity, highlights });
  }
  return passages;
};

/** Headings count, because passages are found by them too. */
const shareOf = (found: ReadonlySet<string>, { context }: { context: string }, terms: readonly string[]): number => {
  const known = new Set([...found, ...highlightTerms(context, terms).found]);
  return terms.length === 0 ? 0 : known.size / terms.length;
};
