import type { DocumentReading, QuotedPassage } from "../document/document-reading.ts";
import type { Turn } from "./turn.ts";

/**
 * Somebody waits on the telephone. The limit is longer than that of an embedding, without which words are still
 * compared.
 */
const ANSWER_WITHIN_MS = 7_000;

const NOT_REACHED =
  "The documents cannot be searched at the moment. Tell the person that you cannot look it up now; do not guess.";
const STILL_READ =
  "of the documents are still being processed and were not searched. If nothing here answers, say that you are still reading and may know it in a minute.";
const NOTHING_FOUND = "Nothing in the documents fits. Say that you do not know it; do not guess.";
const BY_WORDS_ALONE: Readonly<Record<NonNullable<DocumentReading["degraded"]>, string>> = {
  "text only": "Only the words were compared, not their meaning: other words may find more.",
  "partly text only": "In some documents only the words were compared, not their meaning: other words may find more.",
};
const CUT =
  "The document continues; the rest did not fit. The parts of it that match the question are among the passages.";

/**
 * Returns the answer from the documents that a step names, for the model. The conversation goes on even when the search
 * fails; null when the person has spoken on.
 */
export const answerFromDocuments = async (
  { ports, run, signal }: Turn,
  { documentUuids, question }: { documentUuids: readonly string[]; question: string },
): Promise<Record<string, unknown> | null> => {
  try {
    const reading = ports.documents.read(run, { agentId: run.agentId, documentUuids, question });
    const found = await before(AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]), reading);
    if (found.fault) ports.logger.warn({ err: found.fault, run_uuid: run.runUuid }, "documents could not be searched");
    return answerOf(found);
  } catch (err) {
    if (signal.aborted) return null;
    ports.logger.warn({ err, run_uuid: run.runUuid }, "documents could not be read");
    return { error: NOT_REACHED };
  }
};

const answerOf = ({ whole, passages, degraded, unready = 0, fault }: DocumentReading): Record<string, unknown> => {
  if (fault && whole.length === 0) return { error: NOT_REACHED };
  const notes = [
    unready > 0 ? `${unready} ${STILL_READ}` : "",
    fault ? NOT_REACHED : "",
    degraded ? BY_WORDS_ALONE[degraded] : "",
    !fault && whole.length + passages.length === 0 ? NOTHING_FOUND : "",
  ].filter((note) => note !== "");
  return {
    ...(whole.length > 0 && {
      documents: whole.map(({ filename, text, isCut }) => ({ file: filename, text, ...(isCut && { cut: CUT }) })),
    }),
    passages: passages.map(presentPassage),
    ...(unready > 0 && { unready }),
    ...(notes.length > 0 && { note: notes.join(" ") }),
  };
};

const presentPassage = ({
  filename,
  passage: { page, row_number: row, context },
  text,
  similarity,
}: QuotedPassage) => ({
  file: filename,
  ...(page !== null && { page }),
  ...(row !== null && { row }),
  ...(context !== "" && { under: context }),
  fit: Math.round(similarity * 100) / 100,
  text,
});

const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the documents were not read in time", { cause: signal.reason }));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
