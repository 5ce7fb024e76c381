import { join, resolve } from "node:path";
import { createElasticsearchPassageIndex } from "./elasticsearch/elasticsearch-passage-index.ts";
import { createEmbeddedPassageIndex } from "./embedded/embedded-passage-index.ts";
import type { PassageIndex } from "./passage-index.ts";

export interface PassageIndexSettings {
  /** Absent: the embedded index in `dataDir` is used. */
  elasticsearchUrl?: string | undefined;
  elasticsearchApiKey?: string | undefined;
  /** PEM of the authority that signed its certificate. */
  elasticsearchCaFile?: string | undefined;
  dataDir: string;
}

/** Prefix of everything that this installation stores in Elasticsearch. */
const PREFIX = "ringdown";

/** Opens the passage index of a configuration; nothing is connected or opened before its first use. */
export const openPassageIndex = (settings: PassageIndexSettings): PassageIndex =>
  open(settings, { prefix: PREFIX, folder: "passages" });

/**
 * Opens the index of what was said in calls and conversations. It is one of its own: what people have said is in no search of
 * documents, and does not weigh on the words of documents.
 */
export const openTranscriptIndex = (settings: PassageIndexSettings): PassageIndex =>
  open(settings, { prefix: `${PREFIX}-transcripts`, folder: "transcripts" });

const open = (settings: PassageIndexSettings, { prefix, folder }: { prefix: string; folder: string }): PassageIndex => {
  const { elasticsearchUrl: url, elasticsearchApiKey: apiKey = null, elasticsearchCaFile: caFile } = settings;
  if (url) return createElasticsearchPassageIndex({ url, apiKey, caFile, prefix });
  return createEmbeddedPassageIndex({ folder: join(resolve(settings.dataDir), folder) });
};
