/** The sound of one sentence; each part can be requested again. Positions in it are numbers of samples. */
export interface SentenceAudio {
  /** Returns a short part from this sample on; null: there are no more. Rejects for a part that could not be made. */
  partAt(sample: number): Promise<Int16Array | null>;
  /** Returns how long the samples before this one last. */
  countMsBefore(sample: number): number;
  /** Returns the sample at this time. */
  findSampleAt(ms: number): number;
  /** Returns the length of the whole sound; null: some of it has not arrived yet. */
  wholeMs(): number | null;
  /** Tells whether the rest could not be made, and will never come. */
  hasFailed(): boolean;
  /** Frees the sound, because nobody will request it again. */
  release(): void;
}

/** Parts are short, so that a person who interrupts does not hear the rest of a long one. */
const PART_MS = 20;

/** Requests the first samples at once instead of when they are needed, and the others as their parts are asked for. */
export const createSentenceAudio = (source: AsyncIterable<Int16Array>, sampleRate: number): SentenceAudio => {
  const read = readInTurn(source);
  const partSamples = (sampleRate * PART_MS) / 1000;
  const arrived = keepArrived();
  let isWhole = false;
  let failure: { error: unknown } | null = null;
  let reading: Promise<void> | null = null;

  const readMore = async (): Promise<void> => {
    try {
      const samples = await read();
      isWhole = samples === null;
      if (samples !== null) arrived.add(samples);
    } catch (error) {
      // The failure is kept for the next request, because this one may have been paused meanwhile.
      failure = { error };
    } finally {
      reading = null;
    }
  };
  const countMsBefore = (sample: number): number => (Math.min(sample, arrived.count()) / sampleRate) * 1000;
  return {
    partAt: async (sample) => {
      while (sample >= arrived.count() && !isWhole && !failure) await (reading ??= readMore());
      if (sample >= arrived.count() && failure) throw failure.error;
      return arrived.slice(sample, partSamples);
    },
    countMsBefore,
    findSampleAt: (ms) => Math.min(Math.round((ms * sampleRate) / 1000), arrived.count()),
    wholeMs: () => (isWhole || failure ? countMsBefore(arrived.count()) : null),
    hasFailed: () => failure !== null,
    release: arrived.release,
  };
};

/** Keeps the arrived sound in its pieces, of which a long recording has thousands. */
const keepArrived = () => {
  let pieces: { samples: Int16Array; from: number }[] = [];
  let count = 0;
  /** The piece of the latest part; the next part is in the same one or beside it. */
  let latest = 0;
  const find = (sample: number) => {
    while (latest > 0 && (pieces[latest]?.from ?? 0) > sample) latest -= 1;
    while ((pieces[latest + 1]?.from ?? Number.POSITIVE_INFINITY) <= sample) latest += 1;
    return pieces[latest];
  };
  return {
    count: () => count,
    add: (samples: Int16Array): void => {
      if (samples.length > 0) pieces.push({ samples, from: count });
      count += samples.length;
    },
    /** Returns this many samples, or fewer where a piece ends; null: there are none. */
    slice: (sample: number, most: number): Int16Array | null => {
      const piece = sample < count ? find(sample) : undefined;
      return piece?.samples.slice(sample - piece.from, sample - piece.from + most) ?? null;
    },
    release: (): void => {
      pieces = [];
      latest = 0;
    },
  };
};

/** Returns a function that reads one part after another; null: there are no more. The first is requested at once. */
const readInTurn = (source: AsyncIterable<Int16Array>): (() => Promise<Int16Array | null>) => {
  const iterator = source[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Int16Array>> | null = iterator.next();
  // The failure is thrown to the reader.
  first.catch(() => {});
  return async () => {
    const next = first ?? iterator.next();
    first = null;
    const step = await next;
    return step.done ? null : step.value;
  };
};
