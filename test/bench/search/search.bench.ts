import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildSearchableText } from "../../../domain/document/searchable-text.ts";
import type { Embedder } from "../../../domain/model/embedder.ts";
import { openEmbedder } from "../../../infra/models/open-embedder.ts";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { searchPassages } from "../../../infra/passage-index/hybrid-search.ts";
import type { PassageIndex } from "../../../infra/passage-index/passage-index.ts";
import { measuresOf } from "./ranking-measures.ts";
import { type CorpusQuestion, readQuestions, readSections } from "./read-corpus.ts";

const USAGE = `npm run bench:search [-- --misses]
How well documents are found: 111 questions over 54 pages, with the built-in embedder.
With OPENAI_API_KEY (and OPENAI_BASE_URL, OPENAI_EMBEDDING_MODEL) the same with that model.
--misses also lists the questions whose page is not the first.`;

const ORGANIZATION = 1;
const EVERYTHING = { scopes: null, namedDocumentUuids: [], documentUuids: null };
const WAYS = ["text", "vector", "hybrid"] as const;
type Way = (typeof WAYS)[number];

const chosenEmbedder = (environment: NodeJS.ProcessEnv): Embedder => {
  const apiKey = environment["OPENAI_API_KEY"] ?? null;
  const baseUrl = environment["OPENAI_BASE_URL"] ?? null;
  const isLocal = apiKey === null && baseUrl === null;
  const model = isLocal ? "lexical" : (environment["OPENAI_EMBEDDING_MODEL"] ?? "text-embedding-3-small");
  const embedder = openEmbedder(
    { provider: isLocal ? "local" : "openai", model, apiKey, baseUrl },
    { repeatingFetch: fetch },
  );
  if (embedder === null) throw new Error("no embedding model is configured");
  return embedder;
};

const embedAll = async (embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += embedder.batchSize) {
    const batch = texts.slice(from, from + embedder.batchSize);
    vectors.push(...(await embedder.embed(batch, { signal: AbortSignal.timeout(60_000) })));
  }
  return vectors;
};

const fill = async (index: PassageIndex, embedder: Embedder): Promise<void> => {
  const sections = readSections();
  const vectors = await embedAll(embedder, sections.map(buildSearchableText));
  const passages = sections.map((section, at) => ({
    ...section,
    id: `${section.documentUuid}/${section.ordinal}`,
    version: 1,
    model: embedder.name,
    scope: { kind: "org" as const },
    vector: vectors[at] ?? new Float32Array(),
  }));
  await index.put(ORGANIZATION, passages);
  for (const passage of passages) await index.makeCurrent(ORGANIZATION, passage);
};

/** Documents, best first, by each way of searching. */
const rank = async (
  { index, embedder }: { index: PassageIndex; embedder: Embedder },
  { text }: CorpusQuestion,
): Promise<Record<Way, string[]>> => {
  const query = { filter: EVERYTHING, limit: 50 };
  const [vector = new Float32Array()] = await embedAll(embedder, [text]);
  const [byText, byVector, hybrid] = await Promise.all([
    index.matching(ORGANIZATION, { ...query, text }),
    index.nearest(ORGANIZATION, { ...query, vector, model: embedder.name }),
    searchPassages({ index, embedder, organizationId: ORGANIZATION }, { ...query, text, minSimilarity: null }),
  ]);
  const documents = (hits: readonly { documentUuid: string }[]) => hits.map(({ documentUuid }) => documentUuid);
  return { text: documents(byText), vector: documents(byVector), hybrid: documents(hybrid.passages) };
};

const measure = async (searched: { index: PassageIndex; embedder: Embedder }, showMisses: boolean) => {
  const sums = Object.fromEntries(WAYS.map((way) => [way, { ndcgAt10: 0, recallAt5: 0 }]));
  const questions = readQuestions();
  for (const question of questions) {
    const ranked = await rank(searched, question);
    for (const way of WAYS) {
      const { ndcgAt10, recallAt5 } = measuresOf(ranked[way], question.documentUuid);
      const sum = sums[way];
      if (!sum) continue;
      sum.ndcgAt10 += ndcgAt10 / questions.length;
      sum.recallAt5 += recallAt5 / questions.length;
    }
    const places = WAYS.map((way) => `${way} ${[...new Set(ranked[way])].indexOf(question.documentUuid) + 1 || "-"}`);
    if (showMisses && ranked.hybrid[0] !== question.documentUuid)
      console.log(`  ${question.text}  (${places.join(", ")})`);
  }
  return { sums, count: questions.length };
};

/** True when searching by both is not below searching by either. */
const report = ({ sums, count }: Awaited<ReturnType<typeof measure>>, embedder: Embedder): boolean => {
  console.log(
    `${count} questions, ${new Set(readSections().map(({ documentUuid }) => documentUuid)).size} documents, ${embedder.name}`,
  );
  console.log("| search | nDCG@10 | recall@5 |\n|--------|---------|----------|");
  for (const way of WAYS) {
    const { ndcgAt10 = 0, recallAt5 = 0 } = sums[way] ?? {};
    console.log(`| ${way.padEnd(6)} | ${ndcgAt10.toFixed(3).padEnd(7)} | ${recallAt5.toFixed(3).padEnd(8)} |`);
  }
  const best = (name: "ndcgAt10" | "recallAt5") => Math.max(sums["text"]?.[name] ?? 0, sums["vector"]?.[name] ?? 0);
  const holds = (["ndcgAt10", "recallAt5"] as const).every(
    (name) => (sums["hybrid"]?.[name] ?? 0) >= best(name) - 1e-9,
  );
  console.log(holds ? "Hybrid is not below either: met" : "Hybrid is below one of them: MISSED");
  return holds;
};

const { values } = parseArgs({
  options: { misses: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(USAGE);
} else {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-search-"));
  const index = createEmbeddedPassageIndex({ folder });
  try {
    const embedder = chosenEmbedder(process.env);
    await fill(index, embedder);
    process.exitCode = report(await measure({ index, embedder }, values.misses), embedder) ? 0 : 1;
  } finally {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
