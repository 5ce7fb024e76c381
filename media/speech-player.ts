import type { Speak } from "../infra/models/speech.ts";

/** Plays samples. */
export interface Speaker {
  /** Plays one short frame. Resolves when there is room for more. */
  play(samples: Int16Array): Promise<void>;
  /** Returns the length of the samples that were handed over and not played yet. */
  waitingMs(): number;
  /** Drops what was not played yet. */
  clear(): void;
  /** Resolves when everything was played or dropped. */
  silence(): Promise<void>;
}

export interface SpeechPlayer {
  say(text: string, options: { interruptible: boolean }): void;
  /** Plays the recording at this address, of whose words nothing is known. */
  play(url: string, options: { interruptible: boolean }): void;
  /** Ends the agent's turn: `onDone` is called when all of it was played. */
  finish(onDone: () => void): void;
  isSpeaking(): boolean;
  /** Stops, and returns what was heard since `begin`; null where it may not be interrupted. */
  interrupt(): string | null;
  /** Begins a new turn after the person has spoken. */
  begin(): void;
  /** Drops everything: the last turn is said again, or the call is over. */
  reset(): void;
}

interface Piece {
  text: string;
  interruptible: boolean;
  sound: AsyncIterable<Int16Array>;
  stop: AbortController;
  handedOverMs: number;
  isWhole: boolean;
}

interface Parts {
  speak: Speak;
  /** Yields the sound of a recording. */
  fetchRecording(url: string, signal: AbortSignal): AsyncIterable<Int16Array>;
  speaker: Speaker;
  sampleRate: number;
  /** The first of a sentence's sound goes out. */
  onSound(): void;
  onFailure(error: unknown): void;
}

const FRAME_MS = 20;
/** Used for a sentence that is cut while its sound still arrives: voices speak about 15 characters a second. */
const CHARACTERS_PER_MS = 13 / 1000;

interface Speech {
  pieces: Piece[];
  spokenPieces: number;
  isBusy: boolean;
  onDone: (() => void) | null;
  /** Rises when everything is dropped, so that running work stops. */
  generation: number;
}

/** Says one sentence after another; the sound of the next is requested while one is spoken. */
export const createSpeechPlayer = (parts: Parts): SpeechPlayer => {
  const { speak, fetchRecording, speaker } = parts;
  const speech: Speech = { pieces: [], spokenPieces: 0, isBusy: false, onDone: null, generation: 0 };
  const add = (
    { text, interruptible }: Pick<Piece, "text" | "interruptible">,
    ask: (signal: AbortSignal) => AsyncIterable<Int16Array>,
  ) => {
    const stop = new AbortController();
    const sound = askedForNow(ask(stop.signal));
    speech.pieces.push({ text, interruptible, stop, sound, handedOverMs: 0, isWhole: false });
    if (!speech.isBusy) void speakAll(speech, parts);
  };
  return {
    say: (text, { interruptible }) => add({ text, interruptible }, (signal) => speak(text, signal)),
    play: (url, { interruptible }) => add({ text: "", interruptible }, (signal) => fetchRecording(url, signal)),
    finish: (done) => {
      if (speech.isBusy) speech.onDone = done;
      else done();
    },
    isSpeaking: () => speech.isBusy,
    interrupt: () => {
      if (notSounded(speech, speaker.waitingMs()).some(({ interruptible }) => !interruptible)) return null;
      const heard = heardOf(speech.pieces, speaker.waitingMs());
      drop(speech, speaker);
      return heard;
    },
    begin: () => {
      if (!speech.isBusy) forget(speech);
    },
    reset: () => drop(speech, speaker),
  };
};

const speakAll = async (speech: Speech, parts: Parts): Promise<void> => {
  const mine = speech.generation;
  speech.isBusy = true;
  while (mine === speech.generation) {
    const piece = speech.pieces[speech.spokenPieces];
    if (piece) {
      await soundPiece(speech, piece, parts);
      if (mine === speech.generation) speech.spokenPieces += 1;
      continue;
    }
    await parts.speaker.silence();
    // A piece may have been added meanwhile.
    if (mine === speech.generation && speech.pieces[speech.spokenPieces] === undefined) return fallSilent(speech);
  }
};

const soundPiece = async (speech: Speech, piece: Piece, parts: Parts): Promise<void> => {
  const { speaker, sampleRate, onSound, onFailure } = parts;
  const mine = speech.generation;
  const frameSamples = (sampleRate * FRAME_MS) / 1000;
  try {
    for await (const samples of piece.sound) {
      // Frames are small, so that a person who interrupts does not hear the rest of a long one.
      for (let at = 0; at < samples.length; at += frameSamples) {
        if (mine !== speech.generation) return;
        const frame = samples.slice(at, at + frameSamples);
        if (piece.handedOverMs === 0) onSound();
        await speaker.play(frame);
        piece.handedOverMs += (frame.length / sampleRate) * 1000;
      }
    }
  } catch (error) {
    if (mine === speech.generation) onFailure(error);
  }
  piece.isWhole = true;
};

const fallSilent = (speech: Speech): void => {
  speech.isBusy = false;
  const done = speech.onDone;
  speech.onDone = null;
  done?.();
};

const drop = (speech: Speech, speaker: Speaker): void => {
  speech.generation += 1;
  for (const piece of speech.pieces) piece.stop.abort();
  speaker.clear();
  speech.isBusy = false;
  speech.onDone = null;
  forget(speech);
};

const forget = (speech: Speech): void => {
  speech.pieces = [];
  speech.spokenPieces = 0;
};

/** Returns the pieces that were not played completely, including ones that were handed over whole. */
const notSounded = ({ pieces, spokenPieces }: Speech, waitingMs: number): Piece[] => {
  let waiting = waitingMs;
  return pieces.toReversed().filter((piece, fromLast) => {
    const isWaiting = waiting > 0 || pieces.length - 1 - fromLast >= spokenPieces;
    waiting = Math.max(waiting - piece.handedOverMs, 0);
    return isWaiting;
  });
};

/** Returns the text that was played, in whole words; the end of what was handed over is still waiting. */
const heardOf = (pieces: readonly Piece[], waitingMs: number): string => {
  let waiting = waitingMs;
  const heard: string[] = [];
  for (const piece of pieces.toReversed()) {
    const soundedMs = Math.max(piece.handedOverMs - waiting, 0);
    waiting = Math.max(waiting - piece.handedOverMs, 0);
    heard.unshift(heardOfPiece(piece, soundedMs));
  }
  return heard.filter((words) => words !== "").join(" ");
};

const heardOfPiece = ({ text, handedOverMs, isWhole }: Piece, soundedMs: number): string => {
  if (isWhole && soundedMs >= handedOverMs) return text;
  const characters = isWhole ? (soundedMs / handedOverMs) * text.length : soundedMs * CHARACTERS_PER_MS;
  const cut = text.slice(0, Math.floor(characters));
  if (cut.length >= text.length) return text;
  // A word that was begun does not count as heard.
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).trim();
};

/** Requests the first samples at once instead of when they are needed. */
const askedForNow = <T>(source: AsyncIterable<T>): AsyncIterable<T> => {
  const iterator = source[Symbol.asyncIterator]();
  const first = iterator.next();
  // The reader sees its failure.
  first.catch(() => {});
  return {
    async *[Symbol.asyncIterator]() {
      for (let step = await first; !step.done; step = await iterator.next()) yield step.value;
    },
  };
};
