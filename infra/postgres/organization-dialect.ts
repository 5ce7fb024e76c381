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
  let taken: PoolClient | undefined;
  const connect = async () => {
    taken = await (waitMs === undefined ? pool.connect() : pool.connectWithin(waitMs));
    gatherWritesOf(taken);
    return taken;
  };
  const driver: Driver = new PostgresDriver({ pool: { connect, end: () => pool.end(), options: pool.options } });
  let send: DatabaseConnection["executeQuery"];
  let opened: Promise<unknown> = Promise.resolve();
  let committed: Promise<unknown> | undefined;
  const end = (connection: DatabaseConnection, statement: "commit" | "rollback") => {
    connection.executeQuery = refuseLate;
    return send(CompiledQuery.raw(statement));
  };
  return Object.assign(driver, {
    beginTransaction: async (connection: DatabaseConnection) => {
      if (taken) clients.set(connection, taken);
      earlyCommits.set(connection, () => {
        committed = end(connection, "commit");
        // The error is reported at the end of the transaction.
        committed.catch(() => {});
      });
      send = connection.executeQuery.bind(connection);
      opened = send(openingOf(organizationId));
      // The error is reported at the end of the transaction.
      opened.catch(() => {});
    },
    commitTransaction: async (connection: DatabaseConnection) => {
      await opened;
      await (committed ?? end(connection, "commit"));
    },
    rollbackTransaction: async (connection: DatabaseConnection) => {
      // The server answers a commit behind a statement that failed by a rollback.
      await (committed ?? end(connection, "rollback"));
      await opened;
    },
  });
};

/**
 * Statements that are issued at once wait for each other; one that still waits when another has failed would otherwise run in the
 * transaction that gets the connection next.
 */
const refuseLate = async (): Promise<never> => {
  throw new Error("The transaction is over: await each of its statements before the next one");
};

const openingOf = (organizationId: number): CompiledQuery => {
  if (!Number.isSafeInteger(organizationId)) throw new TypeError("an organization's id is a whole number");
  return CompiledQuery.raw(`begin; select set_config('app.organization_id', '${organizationId}', true)`);
};

const earlyCommits = new WeakMap<DatabaseConnection, () => void>();

/** Sends the commit of a transaction behind the statements that have been sent; the end of the transaction waits for its answer. */
export const commitBehind = (connection: DatabaseConnection): void => earlyCommits.get(connection)?.();

/** The connections of open transactions. */
const clients = new WeakMap<DatabaseConnection, PoolClient>();

/** Sends all statements that are issued before this process waits again in one write. */
export const gatherWrites = (connection: DatabaseConnection): void => {
  const client = clients.get(connection);
  if (client) gatherWritesOf(client);
};

const gatherWritesOf = ({ connection: { stream } }: PoolClient): void => {
  stream.cork();
  process.nextTick(() => stream.uncork());
};
