import { isStoreAway } from "../../infra/object-store/store-fault.ts";
import { SWEPT_AT_MOST } from "../../infra/postgres/sweep.ts";

/**
 * Removes each item, also those behind one that cannot be removed, and returns the sum of the results. Throws at the end where one
 * could not be removed, so that the search counts as failed and is repeated.
 */
export const removeEach = async <Item>(
  items: readonly Item[],
  remove: (item: Item) => Promise<number>,
): Promise<number> => {
  const { removed, causes } = await tryEach(items, remove);
  throwFirst(causes, items.length);
  return removed;
};

/**
 * Does the same with what is listed page by page, oldest first, until a page is not full or as many are removed as one look
 * may. A row that cannot be removed is listed first again, so that a page begins behind it: it hides no other, however much of
 * it there is.
 */
export const removePages = async <Item>(
  readPage: (page: { limit: number; behind: number }) => Promise<Item[]>,
  remove: (item: Item) => Promise<number>,
  limit = SWEPT_AT_MOST,
): Promise<number> => {
  const causes: unknown[] = [];
  let seen = 0;
  let removed = 0;
  for (;;) {
    const page = await readPage({ limit, behind: seen - removed });
    const ofPage = await tryEach(page, remove);
    causes.push(...ofPage.causes);
    seen += page.length;
    removed += ofPage.removed;
    if (page.length < limit || removed >= SWEPT_AT_MOST) break;
  }
  throwFirst(causes, seen);
  return removed;
};

/** Throws at once where the object store does not answer, because it would not for the others. */
const tryEach = async <Item>(items: readonly Item[], remove: (item: Item) => Promise<number>) => {
  const causes: unknown[] = [];
  let removed = 0;
  for (const item of items) {
    try {
      removed += await remove(item);
    } catch (cause) {
      if (isStoreAway(cause)) throw cause;
      causes.push(cause);
    }
  }
  return { removed, causes };
};

const throwFirst = (causes: readonly unknown[], seen: number): void => {
  // Only the first fault is logged: an unreachable store would write a line for each of a thousand files.
  if (causes.length > 0)
    throw new Error(`${causes.length} of ${seen} could not be removed: look at the cause in the log`, {
      cause: causes[0],
    });
};
