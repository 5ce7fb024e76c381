import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import type { BenchContext, BenchRow } from "../bench-part.ts";
import { quantile } from "../median.ts";
import type { BareEngine } from "./bare-engines.ts";
import { BENCH_MODEL, madePassages, seeded } from "./made-passages.ts";
import { bareSearchesOf, type MeasuredSearch, searchesOf } from "./made-searches.ts";
import { measureRemoval } from "./measure-removal.ts";

const PASSAGES = 100_000;
const LARGE_DOCUMENT = { documentUuid: "large", passages: 10_000 };
const PASSAGES_OF_DOCUMENT = 100;
const BATCH = 500;
const QUERIES = 60;
const WARM_UP = 5;
const GOAL = 1.3;
const ORGANIZATION = 1;

export interface MeasuredIndex {
  name: string;
  index: PassageIndex;
  /** Opened once the index is filled. */
  openBare(): BareEngine;
}

/** Searches of a filled index beside the engine's own, in turns; then one large document is removed. */
export const measureIndex = async (
  { name, index, openBare }: MeasuredIndex,
  { scale, say }: BenchContext,
): Promise<BenchRow[]> => {
  const document = { ...LARGE_DOCUMENT, passages: Math.round(LARGE_DOCUMENT.passages * scale) };
  const total = Math.round(PASSAGES * scale);
  const others = total - document.passages;
  const startedAt = performance.now();
  await fill(index, { others, document });
  say(`${name}: ${total.toLocaleString("en")} passages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const bare = openBare();
  try {
    const figure = `${name}, ${total.toLocaleString("en")} passages`;
    const byVector = await inTurns({ index, bare }, "vector");
    const byWords = await inTurns({ index, bare }, "words");
    const atRest = { vector: byVector.ours, words: byWords.ours };
    return [
      ...rowsOf(`${figure}, by vector`, byVector),
      ...rowsOf(`${figure}, by words`, byWords),
      ...(await measureRemoval({ name, index, organizationId: ORGANIZATION, document, others, atRest })),
    ];
  } finally {
    bare.close();
  }
};

const fill = async (
  index: PassageIndex,
  { others, document }: { others: number; document: typeof LARGE_DOCUMENT },
): Promise<void> => {
  const add = async (documentUuid: string, count: number, seed: number) => {
    for (let from = 0; from < count; from += BATCH) {
      const page = { from, count: Math.min(BATCH, count - from), seed: seed + from };
      await index.put(ORGANIZATION, madePassages(documentUuid, page));
    }
    await index.makeCurrent(ORGANIZATION, { documentUuid, version: 1, model: BENCH_MODEL });
  };
  for (let at = 0; at * PASSAGES_OF_DOCUMENT < others; at += 1) {
    await add(`document-${at}`, Math.min(PASSAGES_OF_DOCUMENT, others - at * PASSAGES_OF_DOCUMENT), at * 100_003);
  }
  await add(document.documentUuid, document.passages, 77);
};

interface Times {
  ours: number[];
  floor: number[];
}

const inTurns = async (
  { index, bare }: { index: PassageIndex; bare: BareEngine },
  way: MeasuredSearch,
): Promise<Times> => {
  const times: Times = { ours: [], floor: [] };
  for (let at = 0; at < QUERIES + WARM_UP; at += 1) {
    const searches = {
      ours: searchesOf({ index, organizationId: ORGANIZATION }, seeded(at))[way],
      floor: bareSearchesOf(bare, seeded(at))[way],
    };
    // Both get the same query, and the second finds its data in memory, so they alternate.
    for (const who of at % 2 === 0 ? (["ours", "floor"] as const) : (["floor", "ours"] as const)) {
      const time = await timed(searches[who]);
      if (at >= WARM_UP) times[who].push(time);
    }
  }
  return times;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const rowsOf = (figure: string, { ours, floor }: Times): BenchRow[] =>
  [0.5, 0.95].map((share) => {
    const [measured, bare] = [quantile(ours, share), quantile(floor, share)];
    const ratio = measured / bare;
    return {
      figure: `${figure}, p${share * 100}, ms`,
      measured: measured.toFixed(1),
      floor: `the engine's own query: ${bare.toFixed(1)} ms`,
      ratio,
      goal: `≤ ${GOAL}×`,
      holds: ratio <= GOAL,
    };
  });
