/**
 * Works on the next value while the one before is in use, and never on more than that one: a file is read while the
 * database merges, and waits for it. What goes wrong with a value is thrown in its turn.
 */
export async function* readAhead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = values.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      next.catch(() => {}); // heard of when it is awaited; until then nobody listens
      yield value;
    }
  } finally {
    // Also when the reader stops half-way: the file behind it is closed.
    await values.return(undefined);
  }
}
