/** How long the work of one pool may take, and how much of it may wait. */
export interface DatabaseLimits {
  /** How long one statement may take before PostgreSQL cancels it. */
  statementTimeoutMs: number;
  /** How long a statement waits for a lock of another transaction. */
  lockTimeoutMs: number;
  /** PostgreSQL ends the connection of a transaction that asks nothing for so long, and with it its locks. */
  idleInTransactionTimeoutMs: number;
  mostWaiting: number;
  waitMs: number;
}

/** A person waits. A pause and a do-not-call entry wait for hand-overs to carriers, which take seconds. */
export const REQUEST_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 20_000,
  idleInTransactionTimeoutMs: 60_000,
  mostWaiting: 200,
  waitMs: 5_000,
};

/** A carrier waits, five seconds at the least; what is refused it sends again, or the call's watchdog asks it. */
export const CALLBACK_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 30_000,
  mostWaiting: 1_000,
  waitMs: 4_000,
};

/** Readings once a second: the next one comes anyway. */
export const STREAM_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 30_000,
  mostWaiting: 100,
  waitMs: 3_000,
};

/** Temporal tries again what fails, and how many steps run at once is limited by the worker itself. */
export const WORK_LIMITS: DatabaseLimits = {
  statementTimeoutMs: 600_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 300_000,
  mostWaiting: 10_000,
  waitMs: 10_000,
};

/** As PostgreSQL takes settings of a connection. */
export const timeoutOptions = (limits: DatabaseLimits): string =>
  [
    `-c statement_timeout=${limits.statementTimeoutMs}`,
    `-c lock_timeout=${limits.lockTimeoutMs}`,
    `-c idle_in_transaction_session_timeout=${limits.idleInTransactionTimeoutMs}`,
  ].join(" ");
