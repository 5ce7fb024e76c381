/** What an entry of a list is known by: itself, or the first of these that it has. */
const NAMES = ["id", "name", "key", "question"] as const;

const keyOf = (entry: unknown): string | null => {
  if (typeof entry !== "object" || entry === null) return JSON.stringify(entry) ?? null;
  const fields = new Map<string, unknown>(Object.entries(entry));
  const name = NAMES.find((each) => fields.has(each));
  return name === undefined ? null : JSON.stringify([name, fields.get(name)]);
};

/** The entries of a list by what they are known by, in their order. */
export type Entries = ReadonlyMap<string, unknown>;

/** Returns null where an entry is known by nothing, or two by the same. */
export const readEntries = (list: readonly unknown[]): Entries | null => {
  const entries = new Map<string, unknown>();
  for (const entry of list) {
    const key = keyOf(entry);
    if (key === null) return null;
    entries.set(key, entry);
  }
  return entries.size === list.length ? entries : null;
};

/** Returns all keys in their order, unless `mine` alone has put the entries into another one; what is new comes last. */
export const orderKeys = ({ base, mine, theirs }: Record<"base" | "mine" | "theirs", Entries>): string[] => {
  const isEverywhere = (key: string) => base.has(key) && mine.has(key) && theirs.has(key);
  const orderIn = (entries: Entries) => JSON.stringify([...entries.keys()].filter(isEverywhere));
  const isReordered = (entries: Entries) => orderIn(entries) !== orderIn(base);
  const first = isReordered(mine) && !isReordered(theirs) ? mine : theirs;
  return [...new Set([...first.keys(), ...theirs.keys(), ...mine.keys()])];
};
