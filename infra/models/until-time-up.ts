export const TIME_UP = Symbol("time up");

/** Yields what comes, and `TIME_UP` once, when the time after the first of it is up. */
export async function* untilTimeUp<T>(source: AsyncIterable<T>, afterMs: number): AsyncGenerator<T | typeof TIME_UP> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: up, resolve } = Promise.withResolvers<typeof TIME_UP>();
  let timer: NodeJS.Timeout | undefined;
  let isUp = false;
  try {
    for (let next = iterator.next(); ; ) {
      const came = isUp ? await next : await Promise.race([next, up]);
      if (came === TIME_UP) {
        isUp = true;
        yield TIME_UP;
        continue;
      }
      if (came.done) return;
      timer ??= setTimeout(() => resolve(TIME_UP), afterMs);
      yield came.value;
      next = iterator.next();
    }
  } finally {
    clearTimeout(timer);
    // Errors of an abandoned answer are ignored.
    void iterator.return?.(undefined).catch(() => {});
  }
}
