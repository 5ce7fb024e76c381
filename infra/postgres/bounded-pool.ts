import { Pool, type PoolClient, type PoolConfig } from "pg";

/**
 * Every connection is in use and the work may not wait, or has waited long enough: the server works but is overloaded.
 */
export class PoolFullError extends Error {
  override readonly name = "PoolFullError";
}

interface PoolBounds {
  /** How many may wait for a connection; more are refused at once. */
  mostWaiting: number;
  /** The longest wait. */
  waitMs: number;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that refuses with PoolFullError instead of queueing without limit. */
export class BoundedPool extends Pool {
  readonly #mostWaiting: number;

  constructor(config: PoolConfig, { mostWaiting, waitMs }: PoolBounds) {
    super({ ...config, connectionTimeoutMillis: waitMs });
    this.#mostWaiting = mostWaiting;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback) return this.#connect();
    if (this.#refuses()) process.nextTick(callback, refusal(), undefined, () => {});
    else super.connect((error, client, done) => callback(error && this.#explained(error), client, done));
  }

  async #connect(): Promise<PoolClient> {
    if (this.#refuses()) throw refusal();
    try {
      return await super.connect();
    } catch (error) {
      throw error instanceof Error ? this.#explained(error) : error;
    }
  }

  /** Connects like `connect`, but gives up after this time: for work that has already waited elsewhere. */
  async connectWithin(ms: number): Promise<PoolClient> {
    const connecting = this.connect();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(this.#explained(new Error(TIMED_OUT))), Math.max(ms, 0));
    });
    try {
      return await Promise.race([connecting, late]);
    } catch (error) {
      // The pool still delivers the connection, which is given back.
      void connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #refuses(): boolean {
    const allInUse = this.totalCount >= this.options.max && this.idleCount === 0;
    return allInUse && this.waitingCount >= this.#mostWaiting;
  }

  /** The driver reports a server that does not answer with the same words; in that case no connections are open. */
  #explained(error: Error): Error {
    const timedOut = error.message.includes(TIMED_OUT);
    return timedOut && this.totalCount >= this.options.max
      ? new PoolFullError("no connection to the database became free", { cause: error })
      : error;
  }
}

/** The driver's own sentence. */
const TIMED_OUT = "timeout exceeded when trying to connect";

const refusal = () => new PoolFullError("too much work waits for the database");
