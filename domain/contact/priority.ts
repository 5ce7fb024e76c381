/** A campaign calls contacts of a higher priority before the others. */
export const PRIORITIES = { least: 0, most: 9, usual: 0 } as const;

/** Before everybody: a person who has asked to be called at a time. */
export const CALL_BACK_PRIORITY = PRIORITIES.most + 1;

/** Reads the priority of a cell of a file; null: the cell says none. */
export const readPriority = (text: string): { ok: true; priority: number | null } | { ok: false; reason: string } => {
  const written = text.trim();
  if (written === "") return { ok: true, priority: null };
  const priority = Number(written);
  const isKnown = Number.isInteger(priority) && priority >= PRIORITIES.least && priority <= PRIORITIES.most;
  return isKnown
    ? { ok: true, priority }
    : { ok: false, reason: `A priority is a whole number from ${PRIORITIES.least} to ${PRIORITIES.most}.` };
};

/** Whom of the contacts of one priority a campaign calls first: who has joined the list first or last, or by an expression. */
export const CONTACT_ORDERS = ["oldest", "newest", "hottest"] as const;
export const USUAL_CONTACT_ORDER: (typeof CONTACT_ORDERS)[number] = "oldest";
