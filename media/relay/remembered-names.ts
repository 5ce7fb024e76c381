/** More are not on their way at a time. */
const MOST_REMEMBERED = 100;

/** Adds a name; the one that was added longest ago goes where there are too many. */
export const rememberName = (names: Set<string>, name: string): void => {
  names.add(name);
  const [oldest] = names;
  if (names.size > MOST_REMEMBERED && oldest !== undefined) names.delete(oldest);
};
