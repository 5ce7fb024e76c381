import type { Speaker } from "./speech-player.ts";

/** What LiveKit's library plays, be it speech or silence. */
export type AudioOutput = Omit<Speaker, "silence">;

/** Calls `work` after this time, unless the returned function is called before. */
export type After = (ms: number, work: () => void) => () => void;

interface Sounding {
  sampleRate: number;
  /** Aborted when the room was left, after which nothing is handed over. */
  left: AbortSignal;
  after?: After;
}

/** Silence is handed over when less than this is left to play, because timers of a busy process come late. */
const LEAST_LEFT_MS = 40;
/** Long pieces cost less than many short ones; what follows need not wait for them, because it takes their place. */
const SILENCE_MS = 300;
/** LiveKit's library plays in pieces of this length, so that sound ends up to one of them later than reckoned. */
const PIECE_MS = 10;

/**
 * Creates a speaker in which silence follows all speech, up to the next. LiveKit's library sends nothing for a tenth of a second once
 * its queue is empty. A client takes that for late packets: it draws out the last sound, and plays what comes in the following seconds
 * a tenth of a second later, in case there are more. So the person would hear the agent answer later, and fall silent later.
 */
export const createPaddedSpeaker = (line: AudioOutput, { sampleRate, left, after = afterTimer }: Sounding): Speaker => {
  const sound = createPaddedSound(line, { sampleRate, left, after });
  /** Speech that waits here was not played, like speech that waits in the line. */
  let waitingSamples = 0;
  /** Increases when waiting speech is dropped, so that it is not played later. */
  let generation = 0;
  const waitingMs = () => sound.speechMs() + (waitingSamples / sampleRate) * 1000;
  return {
    play: async (samples) => {
      const mine = generation;
      waitingSamples += samples.length;
      await sound.speak(samples, {
        isDropped: () => mine !== generation,
        onTaken: () => {
          waitingSamples -= samples.length;
        },
      });
    },
    waitingMs,
    clear: () => {
      generation += 1;
      waitingSamples = 0;
      void sound.cut();
    },
    silence: async () => {
      const mine = generation;
      await sound.followWithSilence(() => mine !== generation);
      for (let ms = waitingMs(); ms > 0 && mine === generation; ms = waitingMs()) {
        await new Promise<void>((resolve) => after(ms, resolve));
      }
    },
  };
};

interface WaitingSpeech {
  isDropped(): boolean;
  /** It no longer waits here. */
  onTaken(): void;
}

/**
 * Hands speech and silence over, one part after another: LiveKit refuses a part while it still holds the one before, as for a moment
 * after waiting sound was dropped.
 */
const createPaddedSound = (line: AudioOutput, { sampleRate, left, after }: Required<Sounding>) => {
  /** The part before is being handed over; null: there is room. */
  let taking: Promise<void> | null = null;
  /** The silence that was handed over since the last speech; all of it is behind that. */
  let silenceMs = 0;
  const speechMs = () => Math.max(line.waitingMs() - silenceMs, 0);
  const watch = createWatch(after, () => {
    if (left.aborted) return;
    if (taking === null && line.waitingMs() <= LEAST_LEFT_MS) fallSilent();
    lookLater();
  });
  const lookLater = () => watch.look(Math.max(line.waitingMs() - LEAST_LEFT_MS, PIECE_MS));
  left.addEventListener("abort", watch.forget, { once: true });
  const handOver = async (samples: Int16Array): Promise<void> => {
    const taken = line.play(samples);
    const free = () => {
      taking = null;
    };
    taking = taken.then(free, free);
    lookLater();
    await taken;
  };
  const fallSilent = (): void => {
    silenceMs += SILENCE_MS;
    // Where it fails the client falls silent by itself, a moment later.
    handOver(new Int16Array((sampleRate * SILENCE_MS) / 1000)).catch(() => {});
  };
  const dropAll = () => {
    watch.forget();
    line.clear();
    silenceMs = 0;
  };
  return {
    speechMs,
    handOver,
    /** Hands speech over: in the place of the silence, and behind the speech before that. */
    speak: async (samples: Int16Array, { isDropped, onTaken }: WaitingSpeech): Promise<void> => {
      for (;;) {
        while (taking !== null) await taking;
        if (silenceMs === 0 || speechMs() === 0 || isDropped()) break;
        await new Promise<void>((resolve) => after(speechMs() + PIECE_MS, resolve));
      }
      if (isDropped()) return;
      onTaken();
      if (left.aborted) return;
      if (silenceMs > 0) dropAll();
      await handOver(samples);
    },
    /** No speech follows for now, so silence need not wait for a timer, which may come late. */
    followWithSilence: async (isDropped: () => boolean): Promise<void> => {
      while (taking !== null) await taking;
      if (!isDropped() && !left.aborted && silenceMs === 0 && speechMs() > 0) fallSilent();
    },
    /** Drops the speech that was not played; silence goes on. */
    cut: async (): Promise<void> => {
      if (speechMs() === 0) return;
      dropAll();
      while (taking !== null) await taking;
      if (line.waitingMs() === 0 && !left.aborted) fallSilent();
    },
  };
};

/** Looks once, at the time that was asked for first. */
const createWatch = (after: After, onLook: () => void) => {
  let stop: (() => void) | null = null;
  return {
    look: (inMs: number): void => {
      stop ??= after(inMs, () => {
        stop = null;
        onLook();
      });
    },
    forget: (): void => {
      stop?.();
      stop = null;
    },
  };
};

const afterTimer: After = (ms, work) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};
