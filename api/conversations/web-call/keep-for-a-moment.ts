const FOUND_KEPT_MS = 1000;
const MOST_FOUND_KEPT = 1000;

/**
 * Returns what was found for the same question within the last second. Requests in the meantime wait for the same answer; a failure is
 * not kept. `later` runs something in so many milliseconds.
 */
export const keepForAMoment = <Question extends object, Found>(
  find: (question: Question) => Promise<Found>,
  later: (run: () => void, ms: number) => void = (run, ms) => void setTimeout(run, ms).unref(),
): ((question: Question) => Promise<Found>) => {
  const kept = new Map<string, Promise<Found>>();
  return (question) => {
    const name = JSON.stringify(question);
    const known = kept.get(name);
    if (known) return known;
    const finding = find(question);
    if (kept.size >= MOST_FOUND_KEPT) return finding;
    kept.set(name, finding);
    const forget = () => void kept.delete(name);
    finding.then(() => later(forget, FOUND_KEPT_MS), forget);
    return finding;
  };
};
