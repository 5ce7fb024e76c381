import { cutText } from "../json/storable.ts";

const LONGEST_SUMMARY = 300;

/** Returns the beginning of a text that the timeline shows; the payload of its event has the whole text. */
export const shortenSummary = (text: string): string =>
  text.length <= LONGEST_SUMMARY ? text : `${cutText(text, LONGEST_SUMMARY - 1)}…`;
