/** One reading of the database's clock, and this process's steady clock before the question and after the answer. */
export interface ClockReading {
  askedAtMs: number;
  databaseMs: number;
  answeredAtMs: number;
}

interface Bounds {
  fromMs: number;
  /** The database's clock is ahead of the steady one by at least so much. */
  leastMs: number;
  mostMs: number;
}

/** Clocks drift apart, and a reading is forgotten after twice this time. */
const KEPT_MS = 30_000;

/**
 * Where the database's instants lie on this process's steady clock. An answer that arrived late because the machine was busy says
 * little by itself: the narrowest bounds of the last readings hold together.
 */
export class DatabaseClock {
  #former: Bounds | null = null;
  #current: Bounds | null = null;

  observe({ askedAtMs, databaseMs, answeredAtMs }: ClockReading): void {
    const reading = { fromMs: answeredAtMs, leastMs: databaseMs - answeredAtMs, mostMs: databaseMs - askedAtMs };
    const known = this.#bounds();
    // Bounds that exclude each other mean that the database's clock was set.
    if (known && (reading.leastMs > known.mostMs || reading.mostMs < known.leastMs))
      this.#former = this.#current = null;
    if (this.#current && answeredAtMs - this.#current.fromMs > KEPT_MS) {
      this.#former = answeredAtMs - this.#current.fromMs > 2 * KEPT_MS ? null : this.#current;
      this.#current = null;
    }
    this.#current = this.#current ? { ...narrow(this.#current, reading), fromMs: this.#current.fromMs } : reading;
  }

  /** Returns the earliest and the latest instant of the steady clock that an instant of the database's may be. */
  locate(databaseMs: number): { earliestMs: number; latestMs: number } {
    const bounds = this.#bounds();
    if (!bounds) throw new Error("the database's clock was not read yet");
    return { earliestMs: databaseMs - bounds.mostMs, latestMs: databaseMs - bounds.leastMs };
  }

  #bounds(): Bounds | null {
    return this.#current && this.#former ? narrow(this.#former, this.#current) : (this.#current ?? this.#former);
  }
}

const narrow = (one: Bounds, other: Bounds): Bounds => ({
  fromMs: other.fromMs,
  leastMs: Math.max(one.leastMs, other.leastMs),
  mostMs: Math.min(one.mostMs, other.mostMs),
});

const clocks = new WeakMap<object, DatabaseClock>();

/** Returns the clock of a database as this process knows it. */
export const clockOf = (database: object): DatabaseClock => {
  const known = clocks.get(database) ?? new DatabaseClock();
  clocks.set(database, known);
  return known;
};
