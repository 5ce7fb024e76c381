import { sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { OrganizationTransaction } from "./database.ts";

/**
 * Held shared while the number is handed to a carrier, exclusively while it enters the do-not-call list or its consent
 * changes.
 */
export const buildNumberLockKey = (organizationId: number, phoneNumber: string): string =>
  `number:${organizationId}:${phoneNumber}`;

/**
 * Held shared while a number of the organization is handed to a carrier, exclusively while a national list comes into
 * force.
 */
export const buildNationalListsLockKey = (organizationId: number): string => `national-lists:${organizationId}`;

/** Held shared while a call of the campaign is handed to a carrier, exclusively while its state changes; a pause takes it afterwards. */
export const buildCampaignLockKey = (campaignId: number): string => `campaign:${campaignId}`;

/** Held by the transaction that trips a campaign's circuit breaker. */
export const buildBreakerLockKey = (campaignId: number): string => `breaker:${campaignId}`;

/** Held shared while a campaign's contacts are given their versions, exclusively while its guard stops one. */
export const buildVersionsLockKey = (campaignId: number): string => `versions:${campaignId}`;

/** Held by the transaction in which a campaign's guard stops a version. */
export const buildGuardLockKey = (campaignId: number): string => `guard:${campaignId}`;

/** Held shared by readers of an organization's models, exclusively while they are changed. */
export const buildModelsLockKey = (organizationId: number): string => `models:${organizationId}`;

/** Held while files become the recording of a call, of which another process may write a part too. */
export const buildRecordingLockKey = (runUuid: string): string => `recording:${runUuid}`;

/** Held while it is decided which conversation a text of a person to a number of ours belongs to. */
export const buildTextsLockKey = (
  organizationId: number,
  { phoneNumber, ownNumber }: { phoneNumber: string; ownNumber: string },
): string => `texts:${organizationId}:${phoneNumber}:${ownNumber}`;

/** Locks the key until the transaction ends; waits for shared and exclusive holders. */
export const lockExclusively = async (tx: OrganizationTransaction, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
};

/**
 * Each number takes a lock of the server's table, which holds a few thousand, so larger sets need several transactions.
 */
export const NUMBERS_PER_TRANSACTION = 500;

/**
 * Locks each number exclusively, in the order of the locks and not of the arguments, so that two callers cannot
 * deadlock.
 */
export const lockNumbers = async (
  tx: OrganizationTransaction,
  organizationId: number,
  numbers: readonly string[],
): Promise<void> => {
  if (numbers.length > NUMBERS_PER_TRANSACTION)
    throw new RangeError(`more than ${NUMBERS_PER_TRANSACTION} numbers in one transaction`);
  const keys = numbers.map((number) => buildNumberLockKey(organizationId, number));
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, 0) as lock from unnest(${keys}::text[]) as key order by 1
    ) locks`.execute(tx);
};

/** Locks the key shared until the transaction ends; waits for an exclusive holder. */
export const lockShared = async (tx: OrganizationTransaction, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx);
};

/** Locks the key exclusively without waiting; returns false when somebody holds it. */
export const tryLockExclusively = async (tx: OrganizationTransaction, key: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
};

export interface AcquiredLocks {
  /** True when the connection that held them has ended, so that others may hold the locks. */
  areLost(): boolean;
}

/**
 * Runs `work` while a separate connection holds the keys shared. A process that dies releases them with its connection.
 * Each connection needs its own session of the server: no transaction-pooling proxy in between.
 */
export const withSharedLocks = async <T>(
  pool: Pool,
  keys: readonly string[],
  work: (locks: AcquiredLocks) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let lost = false;
  // A lost server is reported here while no statement runs; without a listener the error would end the process.
  const onLoss = () => {
    lost = true;
  };
  client.on("error", onLoss).on("end", onLoss);
  try {
    const locks = keys.map((_, index) => `pg_advisory_lock_shared(hashtextextended($${index + 1}, 0))`);
    await client.query(`select ${locks.join(", ")}`, [...keys]);
    return await work({ areLost: () => lost });
  } finally {
    await releaseLocks(client);
    client.off("error", onLoss).off("end", onLoss);
  }
};

const releaseLocks = async (client: PoolClient): Promise<void> => {
  try {
    await client.query("select pg_advisory_unlock_all()");
    client.release();
  } catch (error) {
    // The connection is closed, which releases the locks for certain.
    client.release(error instanceof Error ? error : true);
  }
};
