/** The limits for the work of one pool and for its queue. */
export interface DatabaseLimits {
  /** PostgreSQL cancels a statement after this time. */
  statementTimeoutMs: number;
  /** How long a statement waits for a lock of another transaction. */
  lockTimeoutMs: number;
  /** PostgreSQL ends the connection of a transaction that is idle for this long, and with it its locks. */
  idleInTransactionTimeoutMs: number;
  mostWaiting: number;
  waitMs: number;
  /** The share of the connections that one organization uses at a time; 1: all of them. */
  organizationShare: number;
}

/** The limits for people's requests. A pause and a do-not-call entry wait for hand-overs to carriers, which take seconds. */
export const REQUEST_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 20_000,
  idleInTransactionTimeoutMs: 60_000,
  mostWaiting: 200,
  waitMs: 5_000,
  // When one organization uses half of the connections, its further work waits behind its own.
  organizationShare: 0.5,
};

/**
 * The limits for callbacks: a carrier waits at least five seconds and repeats refused ones; otherwise the call's watchdog asks it.
 */
export const CALLBACK_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 30_000,
  mostWaiting: 1_000,
  waitMs: 4_000,
  organizationShare: 0.75,
};

/** The limits for streams, which read once a second: the next reading follows a failed one. */
export const STREAM_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 30_000,
  mostWaiting: 100,
  waitMs: 3_000,
  organizationShare: 1,
};

/** The limits for the worker: Temporal retries failures, and the worker itself limits simultaneous activities. */
export const WORK_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 600_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 300_000,
  mostWaiting: 10_000,
  waitMs: 10_000,
  // An organization whose own servers answer late may hold this share, and never all connections.
  organizationShare: 0.75,
};

/** Formats the limits as a connection's settings for PostgreSQL. */
export const formatTimeoutOptions = (limits: DatabaseLimits): string =>
  [
    `-c statement_timeout=${limits.statementTimeoutMs}`,
    `-c lock_timeout=${limits.lockTimeoutMs}`,
    `-c idle_in_transaction_session_timeout=${limits.idleInTransactionTimeoutMs}`,
  ].join(" ");
