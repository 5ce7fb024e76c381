import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  PostgresDriver,
} from "kysely";
import type { PoolClient } from "pg";
import type { BoundedPool } from "./bounded-pool.ts";

interface OrganizationConnections {
  pool: BoundedPool;
  organizationId: number;
  /** The longest wait for a connection. Absent: that of the pool. */
  waitMs?: number | undefined;
}

/**
 * Creates a dialect whose transactions all belong to one organization. The statements that open a transaction are sent
 * with its first statement, which saves one round trip. Needs a pool of connections that pipeline.
 */
export const createOrganizationDialect = (connections: OrganizationConnections): Dialect =>
  Object.assign(new PostgresDialect(connections), { createDriver: () => organizationDriver(connections) });

const organizationDriver = ({ pool, organizationId, waitMs }: OrganizationConnections): Driver => {
  const connect = async () => {
    const client = await (waitMs === undefined ? pool.connect() : pool.connectWithin(waitMs));
    holdWrites(client);
    return client;
  };
  const driver: Driver = new PostgresDriver({ pool: { connect, end: () => pool.end(), options: pool.options } });
  const commit = driver.commitTransaction.bind(driver);
  const rollback = driver.rollbackTransaction.bind(driver);
  let opened: Promise<unknown> = Promise.resolve();
  return Object.assign(driver, {
    beginTransaction: async (connection: DatabaseConnection) => {
      opened = connection.executeQuery(openingOf(organizationId));
      // The error is reported at the end of the transaction.
      opened.catch(() => {});
    },
    commitTransaction: async (connection: DatabaseConnection) => {
      await opened;
      await commit(connection);
    },
    rollbackTransaction: async (connection: DatabaseConnection) => {
      await rollback(connection);
      await opened;
    },
  });
};

const openingOf = (organizationId: number): CompiledQuery => {
  if (!Number.isSafeInteger(organizationId)) throw new TypeError("an organization's id is a whole number");
  return CompiledQuery.raw(`begin; select set_config('app.organization_id', '${organizationId}', true)`);
};

/** Sends all statements that are issued before this process waits again in one write. */
const holdWrites = ({ connection: { stream } }: PoolClient): void => {
  stream.cork();
  process.nextTick(() => stream.uncork());
};
