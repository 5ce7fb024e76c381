import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import type { BenchRow } from "../bench-part.ts";
import { quantile } from "../median.ts";
import { seeded } from "./made-passages.ts";
import { type MeasuredSearch, searchesOf } from "./made-searches.ts";

interface Removal {
  name: string;
  index: PassageIndex;
  organizationId: number;
  document: { documentUuid: string; passages: number };
  /** Passages that stay. */
  others: number;
  /** Times of the same searches while nothing was removed, ms. */
  atRest: Record<MeasuredSearch, readonly number[]>;
}

/** A large document goes while somebody searches, one search after another. */
export const measureRemoval = async (removal: Removal): Promise<BenchRow[]> => {
  const { name, index, organizationId, document, others, atRest } = removal;
  let isOver = false;
  const startedAt = performance.now();
  const removed = index.remove(organizationId, document).finally(() => {
    isOver = true;
  });
  const random = seeded(5);
  const meanwhile: Record<MeasuredSearch, number[]> = { vector: [], words: [] };
  while (!isOver) {
    for (const way of ["vector", "words"] as const) {
      const searchedAt = performance.now();
      await searchesOf({ index, organizationId }, random)[way]();
      meanwhile[way].push(performance.now() - searchedAt);
    }
  }
  await removed;
  const seconds = (performance.now() - startedAt) / 1000;
  const counted = `${document.passages.toLocaleString("en")} passages beside ${others.toLocaleString("en")}`;
  return [
    {
      figure: `${name}, removal of a document of ${counted}, s`,
      measured: seconds.toFixed(1),
      floor: "",
      ratio: null,
      goal: "",
      holds: null,
    },
    meanwhileRow(`${name}, by vector`, meanwhile.vector, atRest.vector),
    meanwhileRow(`${name}, by words`, meanwhile.words, atRest.words),
  ];
};

const meanwhileRow = (figure: string, meanwhile: readonly number[], atRest: readonly number[]): BenchRow => {
  const [measured, floor] = [quantile(meanwhile, 0.95), quantile(atRest, 0.95)];
  return {
    figure: `${figure}, ${meanwhile.length} searches meanwhile, p95, ms`,
    measured: `${measured.toFixed(1)} (p50 ${quantile(meanwhile, 0.5).toFixed(1)})`,
    floor: `before: ${floor.toFixed(1)} ms`,
    ratio: measured / floor,
    goal: "",
    holds: null,
  };
};
