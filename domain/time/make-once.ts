/**
 * Returns a function that makes something at its first call and returns it from then on. Those who wait for a failed try get its
 * failure; it is not kept, so the next call tries again.
 */
export const makeOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};
