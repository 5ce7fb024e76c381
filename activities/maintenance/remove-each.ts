/**
 * Removes each item, those behind one that cannot be removed too, and returns the sum of what was. Throws at the end where
 * there was such a one, so that the search counts as failed and is made again.
 */
export const removeEach = async <Item>(
  items: readonly Item[],
  remove: (item: Item) => Promise<number>,
): Promise<number> => {
  const causes: unknown[] = [];
  let removed = 0;
  for (const item of items) {
    try {
      removed += await remove(item);
    } catch (cause) {
      causes.push(cause);
    }
  }
  // That of the first says it: a store that is away would write a line for each of a thousand files.
  if (causes.length > 0)
    throw new Error(`${causes.length} of ${items.length} could not be removed: look at the cause in the log`, {
      cause: causes[0],
    });
  return removed;
};
