import { sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { OrganizationTransaction } from "./database.ts";

/**
 * Held shared while the number is being handed to a carrier, exclusively while it enters the do-not-call list or its
 * consent changes.
 */
export const numberLockKey = (organizationId: number, phoneNumber: string): string =>
  `number:${organizationId}:${phoneNumber}`;

/** Held shared while a number of the organization is being handed to a carrier, exclusively while a national list comes into force. */
export const nationalListsLockKey = (organizationId: number): string => `national-lists:${organizationId}`;

/** Held shared while a call of the campaign is being handed to a carrier, exclusively while its state changes. */
export const campaignLockKey = (campaignId: number): string => `campaign:${campaignId}`;

/** Held by the one that trips a campaign's circuit breaker. */
export const breakerLockKey = (campaignId: number): string => `breaker:${campaignId}`;

/** Held shared by who goes by the models that an organization has, exclusively while they are changed. */
export const modelsLockKey = (organizationId: number): string => `models:${organizationId}`;

/** Until the transaction ends nobody else holds the key, not even shared; waits for those who do. */
export const lockExclusively = async (tx: OrganizationTransaction, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
};

/** Each number takes a lock of the server's table, which holds a few thousand: larger sets go in several transactions. */
export const NUMBERS_PER_TRANSACTION = 500;

/**
 * `lockExclusively` of each number, in the order of the locks themselves, whatever the callers' order: two callers never
 * wait for each other in a ring.
 */
export const lockNumbers = async (
  tx: OrganizationTransaction,
  organizationId: number,
  numbers: readonly string[],
): Promise<void> => {
  if (numbers.length > NUMBERS_PER_TRANSACTION)
    throw new RangeError(`more than ${NUMBERS_PER_TRANSACTION} numbers in one transaction`);
  const keys = numbers.map((number) => numberLockKey(organizationId, number));
  await sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(key, 0) as lock from unnest(${keys}::text[]) as key order by 1
    ) locks`.execute(tx);
};

/** Until the transaction ends nobody holds the key exclusively; waits for the one who does. */
export const lockShared = async (tx: OrganizationTransaction, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx);
};

/** `lockExclusively` without waiting: false when somebody holds the key. */
export const tryLockExclusively = async (tx: OrganizationTransaction, key: string): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
};

export interface HeldLocks {
  /** The connection that held them has ended: whoever waited for them goes on. */
  areLost(): boolean;
}

/**
 * Runs `work` while a connection of its own holds the keys shared. A process that dies gives them up with its
 * connection. The server must see one session per connection: no transaction-pooling proxy in between.
 */
export const withSharedLocks = async <T>(
  pool: Pool,
  keys: readonly string[],
  work: (locks: HeldLocks) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let lost = false;
  // A server that goes away says so here while no statement runs; unheard, it would end the process.
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
    // Closing the connection gives the locks up for certain.
    client.release(error instanceof Error ? error : true);
  }
};
