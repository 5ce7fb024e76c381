import type { Logger } from "../../infra/logger.ts";
import { PassageIndexError } from "../../infra/passage-index/passage-index.ts";
import {
  listWithoutWords,
  noteWordsIndexed,
  readUnindexedPage,
} from "../../infra/postgres/conversation/unindexed-words.repository.ts";
import {
  forgetOpenedShelves,
  forgetSpokenWords,
  indexSpokenWords,
  type SpokenRun,
  type SpokenWordsDependencies,
} from "./spoken-words.ts";

const CONVERSATIONS_OF_A_PAGE = 50;

/**
 * Puts what was said in an organization's conversations into the index again, where a restore or `npm run reindex` has asked for it. How
 * far it is stands in the organization's row, so that a crash costs a page. Throws `PassageIndexError` where the index is away.
 */
export const indexWordsAgain = async (
  deps: SpokenWordsDependencies & { logger: Logger },
  organizationId: number,
): Promise<void> => {
  const inOrganization = <T>(work: Parameters<typeof deps.database.inOrganization<T>>[1]) =>
    deps.database.inOrganization(organizationId, work);
  forgetOpenedShelves(deps.transcriptIndex);
  for (;;) {
    const page = await inOrganization((tx) => readUnindexedPage(tx, CONVERSATIONS_OF_A_PAGE));
    if (page === null) return;
    for (const run of page.runs) await putAgain(deps, run);
    // An erasure and the end of a retention period go first through the index: what went meanwhile leaves it once more.
    const gone = page.runs.length === 0 ? [] : await inOrganization((tx) => listWithoutWords(tx, page.runs));
    await forgetSpokenWords(deps, gone, { leavesNoTrace: true });
    await inOrganization((tx) => noteWordsIndexed(tx, page));
  }
};

/** What the index refuses for good is kept from no other conversation. */
const putAgain = async (deps: SpokenWordsDependencies & { logger: Logger }, run: SpokenRun): Promise<void> => {
  try {
    await indexSpokenWords(deps, run);
  } catch (error) {
    if (!(error instanceof PassageIndexError) || error.isPassing) throw error;
    deps.logger.warn({ err: error, run_id: run.id }, "what was said is not searchable");
  }
};
