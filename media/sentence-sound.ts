/** The sound of one sentence in short frames, each of which can be asked for again. */
export interface SentenceSound {
  /** Returns a frame; null: there are no more. Rejects for every frame that could not be made. */
  frameAt(index: number): Promise<Int16Array | null>;
  /** Returns how long the frames before this one last. */
  countMsBefore(index: number): number;
  /** Returns the frame that sounds after so many milliseconds. */
  findFrameAt(ms: number): number;
  /** Returns how long all that ever comes of it lasts; null: some of it has not come yet. */
  wholeMs(): number | null;
  /** The rest of it could not be made, and never comes. */
  hasFailed(): boolean;
  /** Nobody asks for it again. */
  release(): void;
}

/** Frames are small, so that a person who interrupts does not hear the rest of a long one. */
const FRAME_MS = 20;

/** Requests the first samples at once instead of when they are needed, and the others as their frames are asked for. */
export const createSentenceSound = (source: AsyncIterable<Int16Array>, sampleRate: number): SentenceSound => {
  const read = readInTurn(source);
  const frameSamples = (sampleRate * FRAME_MS) / 1000;
  let frames: Int16Array[] = [];
  /** Where each frame ends, in samples: a long recording has tens of thousands, which are not counted again for each other. */
  const ends: number[] = [];
  let isWhole = false;
  let failure: { error: unknown } | null = null;
  let reading: Promise<void> | null = null;

  const readMore = async (): Promise<void> => {
    try {
      const samples = await read();
      isWhole = samples === null;
      for (let at = 0; at < (samples?.length ?? 0); at += frameSamples) {
        const frame = samples?.slice(at, at + frameSamples) ?? new Int16Array();
        frames.push(frame);
        ends.push((ends.at(-1) ?? 0) + frame.length);
      }
    } catch (error) {
      // Whoever asked may have been paused meanwhile: it is kept for whoever asks next.
      failure = { error };
    } finally {
      reading = null;
    }
  };
  const toMs = (samples: number): number => (samples / sampleRate) * 1000;
  const countMsBefore = (index: number): number => toMs(ends[Math.min(index, ends.length) - 1] ?? 0);
  return {
    frameAt: async (index) => {
      while (index >= frames.length && !isWhole && !failure) await (reading ??= readMore());
      if (index >= frames.length && failure) throw failure.error;
      return frames[index] ?? null;
    },
    countMsBefore,
    findFrameAt: (ms) => {
      const at = ends.findIndex((end) => toMs(end) > ms);
      return at < 0 ? ends.length : at;
    },
    wholeMs: () => (isWhole || failure ? countMsBefore(ends.length) : null),
    hasFailed: () => failure !== null,
    release: () => {
      frames = [];
    },
  };
};

/** Reads one part after the other; null: it was the last. The first is on its way. */
const readInTurn = (source: AsyncIterable<Int16Array>): (() => Promise<Int16Array | null>) => {
  const iterator = source[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Int16Array>> | null = iterator.next();
  // The reader sees its failure.
  first.catch(() => {});
  return async () => {
    const next = first ?? iterator.next();
    first = null;
    const step = await next;
    return step.done ? null : step.value;
  };
};
