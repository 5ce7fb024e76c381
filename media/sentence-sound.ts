/** The sound of one sentence in short frames, each of which can be asked for again. */
export interface SentenceSound {
  /** Returns a frame; null: there are no more. Rejects where the sound could not be made. */
  frameAt(index: number): Promise<Int16Array | null>;
  /** Returns how long the frames before this one last. */
  countMsBefore(index: number): number;
  /** Returns the frame that sounds after so many milliseconds. */
  findFrameAt(ms: number): number;
  /** Returns how long all of it lasts; null: some of it has not come yet. */
  wholeMs(): number | null;
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
  let isWhole = false;
  let releasedMs: number | null = null;
  let reading: Promise<void> | null = null;

  const readMore = async (): Promise<void> => {
    try {
      const samples = await read();
      isWhole = samples === null;
      for (let at = 0; at < (samples?.length ?? 0); at += frameSamples) {
        frames.push(samples?.slice(at, at + frameSamples) ?? new Int16Array());
      }
    } catch (error) {
      isWhole = true;
      throw error;
    } finally {
      reading = null;
    }
  };
  const countMsBefore = (index: number): number =>
    releasedMs ?? (frames.slice(0, index).reduce((sum, { length }) => sum + length, 0) / sampleRate) * 1000;
  return {
    frameAt: async (index) => {
      while (index >= frames.length && !isWhole) await (reading ??= readMore());
      return frames[index] ?? null;
    },
    countMsBefore,
    findFrameAt: (ms) => {
      const at = frames.findIndex((_frame, index) => countMsBefore(index + 1) > ms);
      return at < 0 ? frames.length : at;
    },
    wholeMs: () => (isWhole ? countMsBefore(frames.length) : null),
    release: () => {
      releasedMs = countMsBefore(frames.length);
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
