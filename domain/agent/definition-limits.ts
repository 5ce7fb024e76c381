/** The size of a definition that can take calls: its steps, the decisions between them, and all of it as JSON. */
export const DEFINITION_LIMITS = {
  nodes: 500,
  edges: 2_000,
  characters: 1_000_000,
} as const;

/**
 * The size of a definition that is looked at: whatever is wrong in any of its parts is described before an answer is made, so that more is
 * refused unread.
 */
export const READ_DEFINITION_LIMITS = {
  nodes: 1_000,
  edges: 5_000,
} as const;
