import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createElasticsearchPassageIndex } from "../../infra/passage-index/elasticsearch/elasticsearch-passage-index.ts";
import { chooseIndexNames } from "../../infra/passage-index/elasticsearch/index-schema.ts";
import { createEmbeddedPassageIndex } from "../../infra/passage-index/embedded/embedded-passage-index.ts";
import { missingForElasticsearch } from "../harness/elasticsearch/install-elasticsearch.ts";
import { startElasticsearch } from "../harness/elasticsearch/start-elasticsearch.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { openBareElasticsearch, openBareSqlite } from "./passages/bare-engines.ts";
import { measureIndex } from "./passages/measure-index.ts";

const NODE_HEAP_MB = 1024;

/** Searches of 100,000 passages through each index against the bare engine's own query over the same passages. */
export const passagesBench: BenchPart = {
  name: "passages",
  title: "search among 100,000 passages, embedded and in Elasticsearch, against the engines' own queries",
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-passages-"));
    try {
      return [...(await ofEmbedded(folder, context)), ...(await ofElasticsearch(folder, context))];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const ofEmbedded = async (folder: string, context: BenchContext): Promise<BenchRow[]> => {
  const index = createEmbeddedPassageIndex({ folder });
  try {
    const openBare = () => openBareSqlite(join(folder, "org-1.sqlite"));
    return await measureIndex({ name: "embedded", index, openBare }, context);
  } finally {
    await index.close();
  }
};

const ofElasticsearch = async (folder: string, context: BenchContext): Promise<BenchRow[]> => {
  const missing = missingForElasticsearch(process.env);
  if (missing) {
    context.say(`SKIPPED: Elasticsearch: ${missing}`);
    return [];
  }
  const node = await startElasticsearch({ dir: join(folder, "elasticsearch"), heapMb: NODE_HEAP_MB });
  const index = createElasticsearchPassageIndex({ url: node.url, apiKey: null, prefix: "bench" });
  try {
    const openBare = () => openBareElasticsearch(node.url, chooseIndexNames("bench").passages);
    return await measureIndex({ name: "Elasticsearch", index, openBare }, context);
  } finally {
    await index.close();
    await node.stop();
  }
};
