/** The receiver of a microphone's frames. */
export interface FrameReceiver {
  /** The length of a frame, in samples and in milliseconds. */
  frame: { samples: number; ms: number };
  /** Called for one frame after another. */
  take(frame: Int16Array): Promise<void>;
  /** Called before the frame that follows sound which was dropped. */
  onGap(): void;
  /** Called when sound waits for longer than LATE_MS, because this process does not keep up. */
  onLate(): void;
  /** Called when this much sound was dropped, because it had waited for too long. */
  onDropped(ms: number): void;
}

/** By then all of the agent's sound that was handed over has been played, so that its speech is about to stutter. */
export const LATE_MS = 400;

/**
 * Only an overloaded process has this much waiting sound. Older sound is dropped, so that the process answers what people say now,
 * and does not run out of memory.
 */
export const MOST_WAITING_MS = 2000;
/** This much is kept, so that a sentence that was begun keeps its end. */
const KEPT_MS = 1000;

/** Cuts the sound of a microphone into frames and hands them on until it ends. Rejects with the first failure of `take`. */
export const streamFrames = async (
  sound: AsyncIterable<{ data: Int16Array }>,
  { frame: { samples, ms }, take, onGap, onLate, onDropped }: FrameReceiver,
): Promise<void> => {
  const waiting: Int16Array[] = [];
  let afterGap: Int16Array | undefined;
  const cut = createCutter(samples);
  let failure: { error: unknown } | null = null;
  let isTaking = false;
  const takeAll = async (): Promise<void> => {
    isTaking = true;
    try {
      for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
        if (frame === afterGap) onGap();
        await take(frame);
      }
    } catch (error) {
      failure = { error };
    }
    isTaking = false;
  };
  let taken = Promise.resolve();
  for await (const { data } of sound) {
    if (failure !== null) break;
    waiting.push(...cut(data));
    if (waiting.length * ms > LATE_MS) onLate();
    if (waiting.length * ms > MOST_WAITING_MS) {
      onDropped(waiting.splice(0, waiting.length - Math.floor(KEPT_MS / ms)).length * ms);
      [afterGap] = waiting;
    }
    if (!isTaking) taken = takeAll();
  }
  await taken;
  throwIfFailed(failure);
};

/**
 * Creates a watch that reports when the last of several sounds has ended: a person who loads the page again is heard anew before
 * the sound of the earlier page has ended.
 */
export const createLastEndWatch = (onLastEnd: () => void) => {
  let living = 0;
  return async (sound: Promise<void>): Promise<void> => {
    living += 1;
    try {
      await sound;
    } finally {
      living -= 1;
      if (living === 0) onLastEnd();
    }
  };
};

const throwIfFailed = (failure: { error: unknown } | null): void => {
  if (failure !== null) throw failure.error;
};

/** Creates a function that cuts sound of any length into frames; the rest waits for the next sound. */
export const createCutter = (frameSamples: number) => {
  let rest = new Int16Array(0);
  return (data: Int16Array): Int16Array[] => {
    if (rest.length === 0 && data.length === frameSamples) return [data];
    const samples = new Int16Array(rest.length + data.length);
    samples.set(rest);
    samples.set(data, rest.length);
    const frames: Int16Array[] = [];
    let at = 0;
    for (; at + frameSamples <= samples.length; at += frameSamples) frames.push(samples.slice(at, at + frameSamples));
    rest = samples.slice(at);
    return frames;
  };
};
