import { hideInFields } from "./hide-sensitive.ts";
import type { Redaction } from "./redaction-setting.ts";

/** What the original of something is kept of. `words`: an entry of a conversation; `evidence`: the words that a variable rests on. */
export const ORIGINAL_KINDS = ["words", "variable", "evidence", "recording"] as const;
export type OriginalKind = (typeof ORIGINAL_KINDS)[number];

/** Something as it was before what is sensitive was left out of it. */
export interface Original {
  kind: OriginalKind;
  /** The entry's id, the variable's name, or a name of the recording. */
  name: string;
  value: unknown;
}

/** Lists the variables that something was left out of, where their originals are kept. */
export const listHiddenVariables = (
  redaction: Redaction | null,
  gathered: Readonly<Record<string, unknown>>,
): Original[] => {
  if (!redaction?.keepsOriginal || !redaction.in.has("variables")) return [];
  const hidden = hideInFields(gathered, redaction);
  return Object.entries(gathered)
    .filter(([name, value]) => JSON.stringify(hidden[name]) !== JSON.stringify(value))
    .map(([name, value]) => ({ kind: "variable", name, value }));
};
