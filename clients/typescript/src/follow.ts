import { pause } from "./pause.ts";

export interface FollowOptions<T> {
  /** Called with each state that is seen, the last one too. */
  onProgress?: ((state: T) => void) | undefined;
  /** Ends the wait; what was begun on the platform goes on. */
  signal?: AbortSignal | undefined;
}

/** The platform has carried the work out and says that it failed. */
export class ProcessingFailedError extends Error {
  override readonly name = "ProcessingFailedError";
  /** What the platform says of the work. */
  readonly result: unknown;

  constructor(sentence: string, result: unknown) {
    super(sentence);
    this.result = result;
  }
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2000;

interface Followed<T> extends FollowOptions<T> {
  isOver(state: T): boolean;
  /** Why it failed; null where it did not. */
  failureOf(state: T): string | null;
}

/** Reads a state again and again, less and less often, until it is over. */
export const follow = async <T>(read: () => Promise<T>, followed: Followed<T>): Promise<T> => {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5)) {
    const state = await read();
    followed.onProgress?.(state);
    const failure = followed.failureOf(state);
    if (failure !== null) throw new ProcessingFailedError(failure, state);
    if (followed.isOver(state)) return state;
    await pause(waitMs, followed.signal);
  }
};
