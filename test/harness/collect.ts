/** Reads a stream to its end. */
export const collect = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
};
