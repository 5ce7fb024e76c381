import type { DefinitionDifference } from "../agent/definition-difference.ts";
import { cutText } from "../json/storable.ts";

/** The longest value of a field that the difference of a proposal shows, in UTF-16 units. */
const LONGEST_VALUE = 4_000;

/** Returns a difference as the people who decide are shown it: long texts are cut. */
export const shortenDifference = (difference: DefinitionDifference): DefinitionDifference => {
  const short = (value: unknown) => (typeof value === "string" ? cutText(value, LONGEST_VALUE) : value);
  const part = (each: DefinitionDifference["nodes"][number]) => ({
    ...each,
    fields: each.fields.map(({ field, before, after }) => ({ field, before: short(before), after: short(after) })),
  });
  return { nodes: difference.nodes.map(part), edges: difference.edges.map(part) };
};

/**
 * Tells whether a draft is the one that people were shown; otherwise it has moved on, and nobody may publish or delete it by the proposal.
 * `subject`: of the request; `hash`: of the draft's whole content.
 */
export const isShownDraft = (
  subject: Readonly<Record<string, unknown>>,
  { version, hash }: { version: number; hash: string },
): boolean => version === subject["draft_version"] && hash === subject["draft_hash"];
