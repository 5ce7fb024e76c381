import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import type { BareEngine } from "./bare-engines.ts";
import { BENCH_MODEL, madeVector, madeWords } from "./made-passages.ts";

export type MeasuredSearch = "vector" | "words";

const LIMIT = 100;
const WORDS_OF_QUERY = 8;

interface Searched {
  index: PassageIndex;
  organizationId: number;
}

/** Returns the next search of each kind, through our index. */
export const searchesOf = (
  { index, organizationId }: Searched,
  random: () => number,
): Record<MeasuredSearch, () => Promise<unknown>> => {
  const { vector, text } = nextQuery(random);
  const filter = { scopes: [{ kind: "org" as const }], namedDocumentUuids: [], documentUuids: null };
  return {
    vector: () => index.nearest(organizationId, { vector, model: BENCH_MODEL, filter, limit: LIMIT }),
    words: () => index.matching(organizationId, { text, filter, limit: LIMIT }),
  };
};

/** Returns the searches of the bare engine. */
export const bareSearchesOf = (
  bare: BareEngine,
  random: () => number,
): Record<MeasuredSearch, () => Promise<unknown>> => {
  const { vector, text } = nextQuery(random);
  return { vector: () => bare.nearest(vector, LIMIT), words: () => bare.matching(text, LIMIT) };
};

const nextQuery = (random: () => number) => ({ vector: madeVector(random), text: madeWords(random, WORDS_OF_QUERY) });
