export interface ReadAhead<T> extends AsyncIterable<T> {
  /** Starts to make the next value; does nothing when it has started already or there is none. */
  start(): void;
}

/**
 * Makes the next value while the current one is in use, at most one ahead. The user calls `start`, best while a
 * statement is on its way to the database: between short statements each answer would wait for the reading. An error is
 * thrown when its value is asked for.
 */
export const readAhead = <T>(values: AsyncGenerator<T>): ReadAhead<T> => {
  let ahead: Promise<IteratorResult<T>> | null = null;
  const start = () => {
    if (ahead) return;
    ahead = values.next();
    ahead.catch(() => {}); // The rejection is handled when the value is awaited; until then nobody listens.
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
    // Closes the file also when the reader stops half-way.
    await values.return(undefined);
  }
}
