/** A limit of so many tokens in a window of time, for all processes together. */
export interface WindowLimits {
  /** Names the limit; a subject of one is none of another. */
  name: string;
  most: number;
  lengthMs: number;
  /** True where no token is taken that the others do not know of: each costs a statement. Default: false. */
  isExact?: boolean;
}

/** What is left of a window after tokens were taken. */
export interface WindowReading {
  isExceeded: boolean;
  /** Of all processes, as far as this one knows. */
  remaining: number;
  /** Until all tokens are there again. */
  endsInMs: number;
}

/** The tokens of windows that processes share. */
export interface SharedTokens {
  /** Counts the processes that share; 1: this one is alone. */
  processes(): number;
  /** Takes tokens for this process; null: nobody answers in time. */
  take(request: TokenRequest): Promise<GrantedTokens | null>;
}

/** Asks for tokens of a subject's window beyond those that the process has. */
export interface TokenRequest {
  subject: string;
  tokens: number;
  /** The tokens of a window, for all processes together. */
  most: number;
  lengthMs: number;
}

export interface GrantedTokens {
  granted: number;
  /** Those of all processes, including `granted`. */
  taken: number;
  endsInMs: number;
  /** The window began with these. */
  isNew: boolean;
}

/** For a process that counts alone. */
export const ALONE: SharedTokens = { processes: () => 1, take: () => Promise.resolve(null) };

export interface SharedWindows {
  take(subject: string, tokens: number): WindowReading | Promise<WindowReading>;
}

/** One part in so many of a limit is taken by the other processes without telling, by all of them together. */
const UNTOLD_PARTS = 10;
/** A process takes one part in so many ahead. */
const AHEAD_PARTS = 20;
/** After no answer in time this process decides alone for so long. */
export const ALONE_FOR_MS = 5000;
const WINDOWS_BETWEEN_SWEEPS = 1000;

interface Window {
  endsAtMs: number;
  /** What was asked of this process, refused or not. */
  asked: number;
  /** What the other processes know of. */
  granted: number;
  /** What the others have taken, as of the last answer. */
  others: number;
  /** All tokens are taken. */
  isEmpty: boolean;
  /** Nobody answers: until then this process decides by its own count. */
  aloneUntilMs: number;
  asking: Promise<void> | null;
}

/**
 * Counts in fixed windows of time. A process that is alone decides in memory. Of several, each lets a small part of the limit through
 * in memory, and takes what is beyond it from the shared window, some ahead, so that few requests wait for an answer. Where none comes
 * it decides by what it has counted itself, as if it were alone: nobody is refused who would not be refused then.
 */
export const createSharedWindows = (
  { name, most, lengthMs, isExact = false }: WindowLimits,
  shared: SharedTokens,
  now: () => number = () => performance.now(),
): SharedWindows => {
  const findWindow = createWindows(lengthMs, now);
  const isAlone = ({ aloneUntilMs }: Window) => (!isExact && shared.processes() === 1) || now() < aloneUntilMs;
  const ahead = isExact ? 0 : Math.ceil(most / AHEAD_PARTS);
  const untold = () => (isExact ? 0 : Math.floor(most / (UNTOLD_PARTS * shared.processes())));
  const freeOf = ({ granted }: Window) => Math.max(untold(), granted);
  const ask = async (subject: string, window: Window): Promise<void> => {
    const tokens = Math.min(window.asked, most) - window.granted + ahead;
    const sentAtMs = now();
    const answer = await shared.take({ subject: `${name}:${subject}`, tokens, most, lengthMs });
    window.asking = null;
    if (!answer) return void (window.aloneUntilMs = now() + ALONE_FOR_MS);
    // The shared window has ended meanwhile, and so does this one: whoever waits is let through.
    const isOver = answer.isNew && window.granted > 0;
    window.granted += answer.granted;
    window.others = Math.max(0, answer.taken - window.granted);
    window.isEmpty = answer.granted < tokens;
    window.endsAtMs = isOver ? sentAtMs : sentAtMs + answer.endsInMs;
  };
  const read = (window: Window, isExceeded: boolean): WindowReading => ({
    isExceeded,
    remaining: Math.max(0, most - window.others - window.asked),
    endsInMs: Math.max(0, window.endsAtMs - now()),
  });
  /** Decides about the request that was the `position`th token of the window, as soon as enough is known. */
  const decide = async (subject: string, window: Window, position: number): Promise<WindowReading> => {
    while (!isAlone(window) && !window.isEmpty && position > freeOf(window)) {
      window.asking ??= ask(subject, window);
      await window.asking;
    }
    return read(window, !isAlone(window) && position > freeOf(window));
  };
  return {
    take: (subject, tokens) => {
      const window = findWindow(subject);
      window.asked += tokens;
      const position = window.asked;
      if (position > most) return read(window, true);
      if (isAlone(window)) return read(window, false);
      const free = freeOf(window);
      if (position > free) return decide(subject, window, position);
      if (!window.isEmpty && free - position < Math.min(ahead, free) / 2) window.asking ??= ask(subject, window);
      return read(window, false);
    },
  };
};

/** Keeps the window of each subject until it is over. */
const createWindows = (lengthMs: number, now: () => number): ((subject: string) => Window) => {
  const windows = new Map<string, Window>();
  let made = 0;
  const sweep = () => {
    for (const [subject, { endsAtMs, asking }] of windows) if (endsAtMs <= now() && !asking) windows.delete(subject);
  };
  return (subject) => {
    const known = windows.get(subject);
    if (known && (known.endsAtMs > now() || known.asking)) return known;
    const window = {
      endsAtMs: now() + lengthMs,
      asked: 0,
      granted: 0,
      others: 0,
      isEmpty: false,
      aloneUntilMs: -Infinity,
      asking: null,
    };
    windows.set(subject, window);
    made += 1;
    if (made % WINDOWS_BETWEEN_SWEEPS === 0) sweep();
    return window;
  };
};
