/** The limits of a text session's turns and of their words, because each answer of a session contains all of them. */
export const MOST_TURNS = 500;
export const MOST_CHARACTERS = 1_000_000;

/** Returns the limit that a text session has reached, for a sentence; null: it may have a further turn. */
export const findReachedLimit = ({ turns, characters }: { turns: number; characters: number }): string | null => {
  if (turns >= MOST_TURNS) return `${MOST_TURNS} messages`;
  return characters >= MOST_CHARACTERS ? "a million characters" : null;
};
