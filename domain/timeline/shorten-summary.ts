const LONGEST_SUMMARY = 300;

/** Returns what the timeline shows of a text; the payload of its event has the whole of it. */
export const shortenSummary = (text: string): string =>
  text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1)}…`;
