const SHOWN = 4;
/** The last characters of a shorter secret would reveal too much of it. */
const SHORTEST_MASKED = 9;
const SHORTEST_HINTED = 12;

/** Masks a secret of a carrier account or a model as `****` and its last four characters. */
export const maskSecret = (secret: string): string =>
  `****${secret.length < SHORTEST_MASKED ? "" : secret.slice(-SHOWN)}`;

/** Tells whether a value that was sent back is a mask, in which case the stored secret is kept. */
export const isMask = (value: string): boolean => value.startsWith("****");

/** Returns the hint by which people recognize a credential: its last four characters, or null for a short one. */
export const hintSecret = (secret: string): string | null =>
  secret.length < SHORTEST_HINTED ? null : secret.slice(-SHOWN);
