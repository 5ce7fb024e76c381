import { cutSpokenWords, MOST_SPOKEN_PASSAGES, type SpokenPassage } from "../../domain/conversation/spoken-passages.ts";
import { joinTerms, listTerms } from "../../domain/document/terms.ts";
import { deriveUuid } from "../../infra/ids.ts";
import { createLocalEmbedder } from "../../infra/models/local.embedder.ts";
import type { Edition, PassageIndex } from "../../infra/passage-index/passage-index.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Database, OrganizationTransaction } from "../../infra/postgres/database.ts";

/** A conversation whose words are searched. */
export type SpokenRun = Pick<CallRun, "id" | "organization_id" | "agent_id" | "created_at">;

export interface SpokenWordsDependencies {
  database: Database;
  transcriptIndex: PassageIndex;
}

const MONTH_LENGTH = "2026-11".length;

/**
 * Words of a month and agent lie together, so that an index has few documents however many calls there are, and an agent's are
 * searched alone.
 */
export const nameShelf = ({ agent_id: agentId, created_at: at }: Pick<SpokenRun, "agent_id" | "created_at">): string =>
  deriveUuid(`spoken words\n${agentId}\n${at.toISOString().slice(0, MONTH_LENGTH)}`);

const namePassage = (runId: number, ordinal: number): string => `${runId}:${ordinal}`;

/** Returns the run and the place of a passage in it. */
export const readPassageName = (id: string): { runId: number; ordinal: number } => {
  const [runId, ordinal] = id.split(":").map(Number);
  return { runId: runId ?? 0, ordinal: ordinal ?? 0 };
};

/** Reads what was said in conversations, cut as it is searched. */
export const readSpokenPassages = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
): Promise<Map<number, SpokenPassage[]>> => {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("conversation_entries")
    .select(["id", "run_id", "text", "heard"])
    .where("run_id", "in", runIds)
    .where("speaker", "in", ["agent", "person", "supervisor"])
    .where("discarded_at", "is", null)
    .orderBy("run_id")
    .orderBy("id")
    .execute();
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
  return new Map(
    [...byRun].map(([runId, said]) => [
      runId,
      cutSpokenWords(said.map(({ id, text, heard }) => ({ id, text: heard ?? text }))),
    ]),
  );
};

/**
 * Makes what was said in a conversation searchable; a repetition changes nothing. Its vectors are made here by the built-in model:
 * no words leave the machine, and it costs nothing. Throws `PassageIndexError`.
 */
export const indexSpokenWords = async (
  { database, transcriptIndex }: SpokenWordsDependencies,
  run: SpokenRun,
): Promise<void> => {
  const read = await database.inOrganization(run.organization_id, (tx) => readSpokenPassages(tx, [run.id]));
  const passages = read.get(run.id) ?? [];
  if (passages.length === 0) return;
  const embedder = createLocalEmbedder();
  const edition = { documentUuid: nameShelf(run), version: 1, model: embedder.name };
  await transcriptIndex.put(
    run.organization_id,
    passages.map(({ ordinal, text }) => {
      const terms = listTerms(text);
      return {
        ...edition,
        id: namePassage(run.id, ordinal),
        ordinal,
        text,
        context: "",
        scope: { kind: "agent" as const, id: run.agent_id },
        vector: embedder.embedTerms(terms),
        terms: joinTerms(terms),
      };
    }),
  );
  await openShelf(transcriptIndex, run.organization_id, edition);
};

/** The shelves that this process has opened; there is one for each agent and month. */
const opened = new WeakMap<PassageIndex, Set<string>>();
const MOST_OPENED_SHELVES = 10_000;

/** For an index that may have lost what it had: each shelf is opened again with the next words on it. */
export const forgetOpenedShelves = (index: PassageIndex): void => {
  opened.delete(index);
};

/** Lets readers find what is on a shelf. That is asked for once, because in Elasticsearch each request makes all of it visible anew. */
const openShelf = async (index: PassageIndex, organizationId: number, edition: Edition): Promise<void> => {
  const known = opened.get(index) ?? new Set();
  if (known.has(edition.documentUuid)) return;
  await index.makeCurrent(organizationId, edition);
  if (known.size >= MOST_OPENED_SHELVES) known.clear();
  opened.set(index, known.add(edition.documentUuid));
};

/** Every passage that a conversation may have in the index. */
const ORDINALS = Array.from({ length: MOST_SPOKEN_PASSAGES }, (_, ordinal) => ordinal);

/** So many conversations are forgotten in one request. */
const FORGOTTEN_AT_ONCE = 100;

/**
 * Removes what was said in these conversations from the index, before their rows go. `leavesNoTrace`: out of the index's files at once as
 * well, which costs more. Throws `PassageIndexError`.
 */
export const forgetSpokenWords = async (
  { transcriptIndex }: Pick<SpokenWordsDependencies, "transcriptIndex">,
  runs: readonly SpokenRun[],
  { leavesNoTrace }: { leavesNoTrace?: true } = {},
): Promise<void> => {
  for (const [documentUuid, ofShelf] of Map.groupBy(runs, nameShelf)) {
    for (let at = 0; at < ofShelf.length; at += FORGOTTEN_AT_ONCE) {
      const some = ofShelf.slice(at, at + FORGOTTEN_AT_ONCE);
      const ids = some.flatMap(({ id }) => ORDINALS.map((ordinal) => namePassage(id, ordinal)));
      await transcriptIndex.forget(some[0]?.organization_id ?? 0, { documentUuid, ids, leavesNoTrace });
    }
  }
};
