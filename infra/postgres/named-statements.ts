import type { Pool, PoolClient } from "pg";

/** The number of named statements in a pool: every connection that has used one keeps it with its plan. */
const MOST_NAMES = 120;
/** Rare statements are planned each time: they may be one of many that differ in length. */
const SEEN_BEFORE = 5;
const MOST_COUNTED = 2000;
/** A list that is written out value by value is another statement for every length. */
const HAS_LIST = /\bin \(\$\d+, \$\d+|\bvalues \([^)]*\), \(/i;
/** A plan for all values cannot know which partial index such a value names. */
const CHOOSES_INDEX_BY_VALUE = /\bon conflict \([^)]*\) where [^)]*\$\d/i;

/**
 * Makes every connection of the pool prepare repeated statements, so that PostgreSQL parses each once and soon stops
 * planning it. Their organization is a setting that is read as they run. Each connection needs its own session of the
 * server: no pooler in transaction mode in between.
 */
export const nameStatements = (pool: Pool): void => {
  const nameOf = createNames();
  const outdated = new WeakSet<PoolClient>();
  pool.on("connect", (client) => {
    const ask = client.query.bind(client);
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : null;
      if (name === null) return Reflect.apply(ask, client, [text, values, ...rest]);
      const answer: unknown = Reflect.apply(ask, client, [{ name, text, values }, ...rest]);
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (isOutdated(error)) outdated.add(client);
        });
      return answer;
    };
    Object.assign(client, { query });
  });
  // The tables have changed, so another connection prepares the statement again. The caller retries the work that
  // failed.
  pool.on("release", (_error, client) => {
    if (outdated.has(client)) void client.end();
  });
};

/** Returns a fixed name for a statement; null when it gets none. */
const createNames = (): ((text: string) => string | null) => {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES || HAS_LIST.test(text) || CHOOSES_INDEX_BY_VALUE.test(text)) return null;
    const times = (seen.get(text) ?? 0) + 1;
    if (times <= SEEN_BEFORE) {
      if (seen.size >= MOST_COUNTED) seen.clear();
      seen.set(text, times);
      return null;
    }
    seen.delete(text);
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
};

/** "cached plan must not change result type": a migration has run while this process did. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "0A000" && error.message.includes("cached plan");
