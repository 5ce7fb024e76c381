import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import type { BenchContext, BenchRow } from "../bench-part.ts";
import { quantile } from "../median.ts";
import type { BareEngine } from "./bare-engines.ts";
import { BENCH_MODEL, madePassages, madeVector, madeWords, seeded } from "./made-passages.ts";

const PASSAGES = 100_000;
const LARGE_DOCUMENT = 10_000;
const PASSAGES_OF_DOCUMENT = 100;
const BATCH = 500;
const QUERIES = 60;
const WARM_UP = 5;
const LIMIT = 100;
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
  const large = Math.round(LARGE_DOCUMENT * scale);
  const total = Math.round(PASSAGES * scale);
  const startedAt = performance.now();
  await fill(index, { total: total - large, large });
  say(`${name}: ${total.toLocaleString("en")} passages in ${secondsSince(startedAt)} s`);
  const bare = openBare();
  try {
    const figure = `${name}, ${total.toLocaleString("en")} passages`;
    const byVector = await inTurns((random) => {
      const vector = madeVector(random);
      const filter = { scopes: [{ kind: "org" as const }], namedDocumentUuids: [], documentUuids: null };
      return {
        ours: () => index.nearest(ORGANIZATION, { vector, model: BENCH_MODEL, filter, limit: LIMIT }),
        floor: () => bare.nearest(vector, LIMIT),
      };
    });
    const byWords = await inTurns((random) => {
      const text = madeWords(random, 8);
      const filter = { scopes: [{ kind: "org" as const }], namedDocumentUuids: [], documentUuids: null };
      return {
        ours: () => index.matching(ORGANIZATION, { text, filter, limit: LIMIT }),
        floor: () => bare.matching(text, LIMIT),
      };
    });
    const removedAt = performance.now();
    await index.remove(ORGANIZATION, { documentUuid: "large" });
    const removal = `${name}, removal of a document of ${large.toLocaleString("en")} passages, s`;
    return [
      ...rowsOf(`${figure}, by vector`, byVector),
      ...rowsOf(`${figure}, by words`, byWords),
      { figure: removal, measured: secondsSince(removedAt), floor: "", ratio: null, goal: "", holds: null },
    ];
  } finally {
    bare.close();
  }
};

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1);

const fill = async (index: PassageIndex, { total, large }: { total: number; large: number }): Promise<void> => {
  const add = async (documentUuid: string, count: number, seed: number) => {
    for (let from = 0; from < count; from += BATCH) {
      const page = { from, count: Math.min(BATCH, count - from), seed: seed + from };
      await index.put(ORGANIZATION, madePassages(documentUuid, page));
    }
    await index.makeCurrent(ORGANIZATION, { documentUuid, version: 1, model: BENCH_MODEL });
  };
  for (let at = 0; at * PASSAGES_OF_DOCUMENT < total; at += 1) {
    await add(`document-${at}`, Math.min(PASSAGES_OF_DOCUMENT, total - at * PASSAGES_OF_DOCUMENT), at * 100_003);
  }
  await add("large", large, 77);
};

interface Turn {
  ours(): Promise<unknown>;
  floor(): Promise<unknown>;
}

const inTurns = async (turnOf: (random: () => number) => Turn): Promise<{ ours: number[]; floor: number[] }> => {
  const random = seeded(4);
  const measured: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let at = 0; at < QUERIES + WARM_UP; at += 1) {
    const turn = turnOf(random);
    const [ours, floor] = [await timed(turn.ours), await timed(turn.floor)];
    if (at < WARM_UP) continue;
    measured.ours.push(ours);
    measured.floor.push(floor);
  }
  return measured;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const rowsOf = (figure: string, { ours, floor }: { ours: readonly number[]; floor: readonly number[] }): BenchRow[] =>
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
