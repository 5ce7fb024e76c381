import { Kysely, PostgresDialect } from "kysely";
import { type Pool, types } from "pg";
import { createKeyedSemaphore, type KeyedSemaphore } from "../limits/keyed-semaphore.ts";
import { BoundedPool, PoolFullError } from "./bounded-pool.ts";
import { type DatabaseLimits, formatTimeoutOptions, WORK_LIMITS } from "./database-limits.ts";
import { type Entities, refuseUnwrittenChanges, wrapEntityManager } from "./entity-manager.ts";
import { nameStatements } from "./named-statements.ts";
import { openEntityManager } from "./object-mapper.ts";
import { createOrganizationDialect } from "./organization-dialect.ts";
import type { OrganizationTransaction } from "./organization-transaction.ts";
import { createMarkKeys, handingOver, isMarkRefusal, type MarkSecrets } from "./privacy/mark-keys.ts";
import { sendingAtCommit } from "./send-together.ts";
import type { Tables } from "./tables.ts";

export type { OrganizationTransaction };

/** `tx` is the transaction of `em`: each sees what the other has written. */
export type EntityWork<T> = (em: Entities, tx: OrganizationTransaction) => Promise<T>;

export interface Database {
  /** Runs `work` in one transaction that sees and writes only rows of `organizationId`; rolled back when it throws. */
  inOrganization<T>(organizationId: number, work: (tx: OrganizationTransaction) => Promise<T>): Promise<T>;
  /** Runs `work` in such a transaction with rows as entities. */
  withEntities<T>(organizationId: number, work: EntityWork<T>): Promise<T>;
  /**
   * Works without an organization: reaches only the `auth_*` and `platform_*` functions and tables without a tenant.
   */
  withoutOrganization: Kysely<Tables>;
  /** The pool, under the same role; for COPY and session locks. */
  pool: Pool;
  /** The load, for metrics. */
  load: DatabaseLoad;
  close(): Promise<void>;
}

/** The connections, and the work that waits for one. */
export interface DatabaseLoad {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const INT8 = 20;
const NUMERIC = 1700;
/** A process with two requests a minute keeps its connection: opening one costs more than most statements. */
const IDLE_TIMEOUT_MS = 60_000;
/** Ids and counts stay far below 2^53; the numerics here are paces and credits. */
const parsers: Record<number, (text: string) => number> = { [INT8]: Number, [NUMERIC]: Number };

/** The parsers of columns, for other pools on this schema. */
export const columnTypes = {
  getTypeParser: (oid: number, format?: "text" | "binary"): unknown => parsers[oid] ?? types.getTypeParser(oid, format),
};

/**
 * Opens a pool whose connections all work as the role `ringdown_app`, which row-level security binds. Work that finds
 * no connection rejects with PoolFullError, according to `limits`.
 */
export const openDatabase = (options: {
  url: string;
  poolSize: number;
  applicationName: string;
  /** Default: the worker's limits. */
  limits?: DatabaseLimits;
  /** True to prepare repeated statements. Default: false. */
  namesStatements?: boolean;
  /** Open the keys of the marks of erased people. Absent: work that needs such a mark fails. */
  secrets?: MarkSecrets;
  onIdleError?: (error: Error) => void;
}): Database => {
  const limits = options.limits ?? WORK_LIMITS;
  const pool = new BoundedPool(
    {
      connectionString: options.url,
      max: options.poolSize,
      application_name: options.applicationName,
      options: `-c role=ringdown_app -c timezone=UTC ${formatTimeoutOptions(limits)}`,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      types: columnTypes,
      pipeline: true,
    },
    limits,
  );
  // A server that goes away ends idle connections; nobody waits for them, and the pool replaces them.
  pool.on("error", (error) => options.onIdleError?.(error));
  // A taken connection may also fail while no statement runs: without a listener that would end the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  if (options.namesStatements) nameStatements(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const shares = sharesOf(options.poolSize, limits);
  const markKeys = options.secrets && createMarkKeys(db, options.secrets);
  const inOrganization: Database["inOrganization"] = (organizationId, work) =>
    shares.run(organizationId, async (waitedMs) => {
      const markKey = (await markKeys?.find(organizationId)) ?? null;
      // The waits for a turn and for a connection together end at one time.
      const waitMs = waitedMs === 0 ? undefined : limits.waitMs - waitedMs;
      const dialect = createOrganizationDialect({ pool, organizationId, waitMs });
      return new Kysely<Tables>({ dialect })
        .transaction()
        .execute(handingOver(markKey, sendingAtCommit(work)))
        .catch((error: unknown) => {
          if (isMarkRefusal(error)) markKeys?.forget(organizationId);
          throw error;
        });
    });
  return {
    pool,
    withoutOrganization: db,
    inOrganization,
    withEntities: (organizationId, work) => inOrganization(organizationId, entityWork(work)),
    load: loadOf(pool, shares),
    close: () => pool.end(),
  };
};

const sharesOf = (
  poolSize: number,
  { organizationShare, mostWaiting, waitMs }: DatabaseLimits,
): KeyedSemaphore<number> =>
  createKeyedSemaphore({
    // Without shares, work waits only in the pool, in one order.
    permitsOfKey: organizationShare < 1 ? connectionsOf(poolSize, organizationShare) : Infinity,
    mostWaiting: { ofKey: Math.ceil(mostWaiting * organizationShare), inAll: mostWaiting },
    waitMs,
    refuse: (why) => new PoolFullError(REFUSALS[why]),
  });

const TOO_MUCH_WAITS = "too much work of organizations with all of their connections in use waits for the database";
const REFUSALS = {
  key_is_full: TOO_MUCH_WAITS,
  all_is_full: TOO_MUCH_WAITS,
  waited_too_long: "no connection to the database became free for this organization",
};

/** Returns the share of the pool, and leaves a connection to others even in a small pool. */
const connectionsOf = (poolSize: number, share: number): number =>
  Math.max(Math.min(Math.ceil(poolSize * share), poolSize - 1), 1);

const loadOf = (pool: Pool, shares: KeyedSemaphore<number>): DatabaseLoad => ({
  get totalCount() {
    return pool.totalCount;
  },
  get idleCount() {
    return pool.idleCount;
  },
  get waitingCount() {
    return pool.waitingCount + shares.waitingCount();
  },
});

const entityWork =
  <T>(work: EntityWork<T>) =>
  async (tx: OrganizationTransaction): Promise<T> => {
    const em = openEntityManager(tx);
    const result = await work(wrapEntityManager(em), tx);
    refuseUnwrittenChanges(em);
    return result;
  };
