import {
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from "kysely";
import { commitBehind, gatherWrites } from "./organization-dialect.ts";
import type { OrganizationTransaction } from "./organization-transaction.ts";
import { handOn } from "./privacy/mark-keys.ts";
import type { Tables } from "./tables.ts";

/** The results of the parts, in their order. */
type Results<Parts extends readonly unknown[]> = { -readonly [Part in keyof Parts]: Awaited<Parts[Part]> };

/**
 * Carries out parts of a transaction that do not need each other's results: the first statement of each is sent in one write, so
 * that the process waits once for all of them. They run in the order of the parts, each sees what those before it have written, and
 * a lock that one waits for keeps back the others. Later statements of a part come after the first statements of all parts. Every
 * part is awaited, and the error that came first is thrown.
 */
export const sendTogether = <Parts extends readonly unknown[] | []>(
  tx: OrganizationTransaction,
  ask: (tx: OrganizationTransaction) => Parts,
): Promise<Results<Parts>> => (togethers.has(tx) ? awaitAll(ask(tx)) : openTogether(tx, ask));

const openTogether = async <Parts extends readonly unknown[] | []>(
  tx: OrganizationTransaction,
  ask: (tx: OrganizationTransaction) => Parts,
): Promise<Results<Parts>> => {
  const connection = await connectionOf(tx);
  const together = togetherOn(tx, withoutTurns(connection));
  const left = leftToCommit.get(tx);
  if (left) leftToCommit.set(together, left);
  gatherWrites(connection);
  return awaitAll(ask(together));
};

/**
 * Carries out the last statements of a transaction like `sendTogether`, one for each part, and sends the commit in the same
 * write: what they have locked is free again without this process in between. Nothing can be asked for after them. What a
 * part throws because of its statement's result is thrown by the transaction, which is committed all the same.
 */
export const sendWithCommit = async <Parts extends readonly unknown[] | []>(
  tx: OrganizationTransaction,
  ask: (tx: OrganizationTransaction) => Parts,
): Promise<Results<Parts>> => {
  if (togethers.has(tx)) throw new Error("a part of a transaction cannot end it");
  const connection = await connectionOf(tx);
  let sent = 0;
  let last = Infinity;
  const commitBehindLast = () => {
    if (sent === last) commitBehind(connection);
  };
  const counting: ConnectionProvider = {
    provideConnection: (use) => {
      const result = use(connection);
      sent += 1;
      commitBehindLast();
      return result;
    },
  };
  gatherWrites(connection);
  const together = togetherOn(tx, counting);
  const parts = ask(together);
  const left = (leftToCommit.get(tx) ?? []).splice(0).map((askLast) => askLast(together));
  // A part that has nothing to ask leaves the commit to the end of the transaction.
  last = [...parts, ...left].filter((part) => part instanceof Promise).length;
  commitBehindLast();
  const [results] = await awaitAll([awaitAll(parts), awaitAll(left)]);
  return results;
};

/**
 * Leaves a last statement to the end of the transaction, which sends it in the same write as the commit. Its result is not
 * known to the work, and later statements of the work do not see what it writes; where it fails, all is rolled back.
 */
export const sendAtCommit = (tx: OrganizationTransaction, ask: LastStatement): void => {
  const left = leftToCommit.get(tx);
  if (!left) throw new Error("only the work of a transaction of an organization leaves statements to its commit");
  left.push(ask);
};

/** The same where the transaction has such an end; in any other one it is carried out at once. */
export const sendLast = async (tx: OrganizationTransaction, ask: LastStatement): Promise<void> => {
  if (leftToCommit.has(tx)) sendAtCommit(tx, ask);
  else await ask(tx);
};

/** Wraps the work of a transaction, so that it may leave statements to the commit. */
export const sendingAtCommit =
  <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  async (tx: OrganizationTransaction): Promise<T> => {
    const left: LastStatement[] = [];
    leftToCommit.set(tx, left);
    const result = await work(tx);
    if (left.length > 0) await sendWithCommit(tx, () => []);
    return result;
  };

type LastStatement = (tx: OrganizationTransaction) => Promise<unknown>;

const leftToCommit = new WeakMap<OrganizationTransaction, LastStatement[]>();

const connectionOf = (tx: OrganizationTransaction): Promise<DatabaseConnection> =>
  tx.getExecutor().provideConnection(async (own) => own);

const togetherOn = (tx: OrganizationTransaction, provider: ConnectionProvider): OrganizationTransaction => {
  const together = new Transaction<Tables>({
    ...NOWHERE,
    executor: tx.getExecutor().withConnectionProvider(provider),
  });
  togethers.add(together);
  handOn(tx, together);
  return together;
};

const awaitAll = <Parts extends readonly unknown[] | []>(parts: Parts): Promise<Results<Parts>> =>
  Promise.all(parts).finally(() => Promise.allSettled(parts));

/** Transactions that send a statement while another one runs; nested parts are sent with the others. */
const togethers = new WeakSet<OrganizationTransaction>();

/** The transaction's own provider gives the connection to one statement at a time. */
const withoutTurns = (connection: DatabaseConnection): ConnectionProvider => ({
  provideConnection: (use) => use(connection),
});

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** Kysely requires these, and uses them for connections that a transaction does not open. */
const NOWHERE = { config: { dialect }, dialect, driver: new DummyDriver() };
