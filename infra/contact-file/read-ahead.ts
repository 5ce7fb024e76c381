export interface ReadAhead<T> extends AsyncIterable<T> {
  /** Begins to make the value after the one in use; again, or behind the last, does nothing more. */
  start(): void;
}

/**
 * Makes the next value while the one before is in use, and never more than that one. When it begins its user says: with a
 * statement on its way to the database there is time, between short ones each answer would wait behind the reading.
 * What goes wrong with a value is thrown in its turn.
 */
export const readAhead = <T>(values: AsyncGenerator<T>): ReadAhead<T> => {
  let ahead: Promise<IteratorResult<T>> | null = null;
  const start = () => {
    if (ahead) return;
    ahead = values.next();
    ahead.catch(() => {}); // heard of when it is awaited; until then nobody listens
  };
  const take = () => {
    const next = ahead ?? values.next();
    ahead = null;
    return next;
  };
  return { start, [Symbol.asyncIterator]: () => inTurn(values, take) };
};

async function* inTurn<T>(values: AsyncGenerator<T>, take: () => Promise<IteratorResult<T>>): AsyncGenerator<T> {
  try {
    for (let next = await take(); !next.done; next = await take()) yield next.value;
  } finally {
    // Also when the reader stops half-way: the file behind it is closed.
    await values.return(undefined);
  }
}
