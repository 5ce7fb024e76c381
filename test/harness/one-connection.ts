import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient } from "pg";
import type { Database } from "../../infra/postgres/database.ts";

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * A database that refuses a second connection to work that holds one already: as many requests of that kind at a time
 * as the pool has connections would wait for each other, and everybody else for them.
 */
export const withOneConnection = (database: Database): Database => {
  const holding = new AsyncLocalStorage<{ isOver: boolean }>();
  const { pool } = database;
  const connect = pool.connect.bind(pool);
  const refusal = () =>
    holding.getStore()?.isOver === false
      ? new Error("work inside a transaction asks for a second connection of the same pool")
      : null;
  Object.assign(pool, {
    connect: (callback?: Connected) => {
      const error = refusal();
      if (!callback) return error ? Promise.reject(error) : connect();
      if (error) callback(error, undefined, () => {});
      else connect(callback);
    },
  });
  const inside = async <T>(work: () => Promise<T>): Promise<T> => {
    const held = { isOver: false };
    try {
      return await holding.run(held, work);
    } finally {
      held.isOver = true;
    }
  };
  return {
    ...database,
    inOrganization: (organizationId, work) => database.inOrganization(organizationId, (tx) => inside(() => work(tx))),
    withEntities: (organizationId, work) =>
      database.withEntities(organizationId, (em, tx) => inside(() => work(em, tx))),
  };
};
