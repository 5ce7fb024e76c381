import { findEntryAt } from "../../domain/conversation/spoken-passages.ts";
import { fitsSearch, PASSAGES_LOOKED_AT } from "../../domain/conversation/spoken-search.ts";
import type { Highlight } from "../../domain/document/highlight.ts";
import { createLocalEmbedder } from "../../infra/models/local.embedder.ts";
import { type FoundPassage, searchPassages } from "../../infra/passage-index/hybrid-search.ts";
import type { RunFilter } from "../../infra/postgres/call/run-filters.ts";
import { selectRuns } from "../../infra/postgres/call/run-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readPassageName, readSpokenPassages, type SpokenWordsDependencies } from "./spoken-words.ts";

export interface WordsSearch {
  text: string;
  /** Null: of every agent. */
  agentId: number | null;
  filters: readonly RunFilter[];
  limit: number;
}

/** A call, with its passage that fits best. */
export interface FoundWords {
  runId: number;
  text: string;
  similarity: number;
  highlights: Highlight[];
  /** The entry of the transcript that holds the first of the words. */
  entryId: number | null;
}

export interface FoundCalls {
  found: FoundWords[];
  /** True where more passages fit the words than were looked at, so that calls may be missing. */
  isCut: boolean;
}

/**
 * Searches what was said, by meaning and by words, best first, each call once. What an index finds is compared with the rows: words
 * that were deleted since are not found. Throws `PassageIndexError`.
 */
export const searchSpokenWords = async (
  { database, transcriptIndex }: SpokenWordsDependencies,
  organizationId: number,
  { text, agentId, filters, limit }: WordsSearch,
): Promise<FoundCalls> => {
  const { passages } = await searchPassages(
    { index: transcriptIndex, embedder: createLocalEmbedder(), organizationId },
    {
      text,
      limit: PASSAGES_LOOKED_AT,
      minSimilarity: null,
      candidates: PASSAGES_LOOKED_AT,
      filter: {
        scopes: agentId === null ? null : [{ kind: "agent", id: agentId }],
        namedDocumentUuids: [],
        documentUuids: null,
      },
    },
  );
  const best = bestOfCalls(passages.filter(fitsSearch));
  const found = await database.inOrganization(organizationId, (tx) => compareWithRows(tx, best, { filters, limit }));
  return { found, isCut: found.length < limit && passages.length >= PASSAGES_LOOKED_AT };
};

const bestOfCalls = (passages: readonly FoundPassage[]): Map<number, FoundPassage> => {
  const best = new Map<number, FoundPassage>();
  for (const passage of passages) {
    const { runId } = readPassageName(passage.id);
    if (!best.has(runId)) best.set(runId, passage);
  }
  return best;
};

const compareWithRows = async (
  tx: OrganizationTransaction,
  best: ReadonlyMap<number, FoundPassage>,
  { filters, limit }: Pick<WordsSearch, "filters" | "limit">,
): Promise<FoundWords[]> => {
  if (best.size === 0) return [];
  const rows = await selectRuns(tx, { scope: { all: true }, filters })
    .select("call_runs.id")
    .where("call_runs.id", "in", [...best.keys()])
    .execute();
  const allowed = new Set(rows.map(({ id }) => id));
  const wanted = [...best].filter(([runId]) => allowed.has(runId));
  const found: FoundWords[] = [];
  for (let at = 0; at < wanted.length && found.length < limit; at += limit) {
    const page = wanted.slice(at, at + limit);
    const present = await readSpokenPassages(
      tx,
      page.map(([runId]) => runId),
    );
    for (const [runId, passage] of page) {
      const { ordinal } = readPassageName(passage.id);
      const spoken = present.get(runId)?.[ordinal];
      if (spoken?.text !== passage.text || found.length === limit) continue;
      const place = passage.highlights[0];
      const start = place ? passage.text.indexOf(place.text) + (place.marks[0]?.start ?? 0) : 0;
      const { text, similarity, highlights } = passage;
      found.push({ runId, text, similarity, highlights, entryId: findEntryAt(spoken, Math.max(start, 0)) });
    }
  }
  return found;
};
