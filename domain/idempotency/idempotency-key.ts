/** A request with a key that was sent before gets the first answer again for so long. */
export const ANSWERS_KEPT_HOURS = 24;
/**
 * After this a request without an answer counts as lost with its process, and is carried out again: its results have
 * deterministic ids, or their answer was stored with them.
 */
export const TAKE_OVER_AFTER_SECONDS = 30;
/** Characters of a key. */
export const LONGEST_KEY = 255;

/** Tells whether a request may be sent with a key: every change by a known caller; an answer that is a file cannot be kept for one. */
export const mayCarryKey = (request: { changes: boolean; isPublic: boolean; answersFile: boolean }): boolean =>
  request.changes && !request.isPublic && !request.answersFile;

/** What is known of a request whose key came before. */
export interface Repetition {
  /** The method, the address and the body are those of the first request. */
  isSame: boolean;
  hasAnswer: boolean;
  mayStillRun: boolean;
}

/**
 * Decides what becomes of such a request: another one under the same key is refused; the same one gets the first answer, or waits for
 * it, or is carried out in place of one that was lost.
 */
export const decideRepetition = ({
  isSame,
  hasAnswer,
  mayStillRun,
}: Repetition): "refused" | "answered" | "waits" | "carried_out" => {
  if (!isSame) return "refused";
  if (hasAnswer) return "answered";
  return mayStillRun ? "waits" : "carried_out";
};

/**
 * Tells whether an answer is kept. A refusal is an answer; an internal failure, a limit or a wait is not: the same request may be
 * repeated.
 */
export const isKeptAnswer = (status: number): boolean => status < 500 && status !== 429;
