import { type Batcher, createBatcher } from "../batcher.ts";
import type { Database, OrganizationTransaction } from "./database.ts";
import { sendTogether } from "./send-together.ts";

interface Reading {
  organizationId: number;
  /** Hands over what it has read as soon as it is there. */
  read(tx: OrganizationTransaction): Promise<void>;
}

const MOST_TOGETHER = 16;

/** One batcher for each database that this process uses. */
const batchers = new WeakMap<Database, Batcher<Reading, void>>();

/**
 * Reads in a transaction that is shared with all other reads of the organization that begin in the same turn of the event loop.
 * `read` writes nothing and takes no locks: it may be repeated, alone, where one of the others has failed.
 */
export const readTogether = <T>(
  database: Database,
  organizationId: number,
  read: (tx: OrganizationTransaction) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const reading = { organizationId, read: async (tx: OrganizationTransaction) => resolve(await read(tx)) };
    batcherOf(database).add(reading).catch(reject);
  });

const batcherOf = (database: Database): Batcher<Reading, void> => {
  const known = batchers.get(database);
  if (known) return known;
  let last = 0;
  const made = createBatcher<Reading, void>({
    groupOf: ({ organizationId }) => organizationId,
    keyOf: () => `${last++}`,
    atMost: MOST_TOGETHER,
    batchesAtOnce: Infinity,
    enoughForAnother: 1,
    patienceMs: 0,
    work: (readings) =>
      database.inOrganization(readings[0].organizationId, (tx) =>
        sendTogether(tx, (tx) => readings.map(({ read }) => read(tx))),
      ),
  });
  batchers.set(database, made);
  return made;
};
