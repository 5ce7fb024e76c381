import type { Speak } from "../infra/models/speech.ts";
import { countSoundedMs, goBackToHeard, isPlayedCompletely, readHeard, type SpokenPiece } from "./heard-part.ts";
import { createSentenceSound } from "./sentence-sound.ts";

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
  /** Stops until it goes on or is interrupted, and says nothing of what is added; false where it may not be interrupted. */
  pause(): boolean;
  isPaused(): boolean;
  /** Goes on after a pause, from the word that was not heard completely. */
  goOn(): void;
  /** Stops, and returns what was heard since `begin`; null where it may not be interrupted. */
  interrupt(): string | null;
  /** Begins a new turn after the person has spoken. */
  begin(): void;
  /** Drops everything: the last turn is said again, or the call is over. */
  reset(): void;
}

interface Piece extends SpokenPiece {
  stop: AbortController;
  isFailureTold: boolean;
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

interface Speech {
  pieces: Piece[];
  spokenPieces: number;
  isBusy: boolean;
  onDone: (() => void) | null;
  /** What was heard when it was paused; null: it is not. */
  heardAtPause: string | null;
  /** Rises when it is paused or dropped, so that running work stops. */
  generation: number;
}

/** Says one sentence after another; the sound of the next is requested while one is spoken. */
export const createSpeechPlayer = (parts: Parts): SpeechPlayer => {
  const { speak, fetchRecording, speaker, sampleRate } = parts;
  const speech: Speech = {
    pieces: [],
    spokenPieces: 0,
    isBusy: false,
    onDone: null,
    heardAtPause: null,
    generation: 0,
  };
  const add = (
    { text, interruptible }: Pick<Piece, "text" | "interruptible">,
    ask: (signal: AbortSignal) => AsyncIterable<Int16Array>,
  ) => {
    const stop = new AbortController();
    const sound = createSentenceSound(ask(stop.signal), sampleRate);
    speech.pieces.push({ text, interruptible, stop, sound, handedOver: 0, isFailureTold: false });
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
    pause: () => pause(speech, speaker),
    isPaused: () => speech.heardAtPause !== null,
    goOn: () => {
      if (speech.heardAtPause === null) return;
      speech.heardAtPause = null;
      void speakAll(speech, parts);
    },
    interrupt: () => {
      if (!pause(speech, speaker)) return null;
      const heard = speech.heardAtPause;
      drop(speech, speaker);
      return heard;
    },
    begin: () => {
      if (!speech.isBusy) forget(speech);
    },
    reset: () => drop(speech, speaker),
  };
};

const pause = (speech: Speech, speaker: Speaker): boolean => {
  if (speech.heardAtPause !== null) return true;
  const waitingMs = speaker.waitingMs();
  if (listNotSounded(speech, waitingMs).some(({ interruptible }) => !interruptible)) return false;
  speech.heardAtPause = readHeard(speech.pieces, waitingMs);
  speech.spokenPieces = goBackToHeard(speech.pieces, waitingMs);
  speech.generation += 1;
  speaker.clear();
  return true;
};

const speakAll = async (speech: Speech, parts: Parts): Promise<void> => {
  const mine = speech.generation;
  speech.isBusy = true;
  while (mine === speech.generation) {
    const piece = speech.pieces[speech.spokenPieces];
    if (piece) {
      await soundPiece(speech, piece, parts);
      if (mine !== speech.generation) return;
      speech.spokenPieces += 1;
      releaseSounded(speech, parts.speaker.waitingMs());
      continue;
    }
    await parts.speaker.silence();
    // A piece may have been added meanwhile.
    if (mine === speech.generation && speech.pieces[speech.spokenPieces] === undefined) return fallSilent(speech);
  }
};

const soundPiece = async (speech: Speech, piece: Piece, { speaker, onSound, onFailure }: Parts): Promise<void> => {
  const mine = speech.generation;
  try {
    for (;;) {
      const frame = await piece.sound.frameAt(piece.handedOver);
      if (frame === null || mine !== speech.generation) return;
      if (piece.handedOver === 0) onSound();
      await speaker.play(frame);
      if (mine !== speech.generation) return;
      piece.handedOver += 1;
    }
  } catch (error) {
    if (mine !== speech.generation || piece.isFailureTold) return;
    piece.isFailureTold = true;
    onFailure(error);
  }
};

/** The sound of a long answer is not kept to its end. */
const releaseSounded = ({ pieces, spokenPieces }: Speech, waitingMs: number): void => {
  const sounded = countSoundedMs(pieces, waitingMs);
  for (const [at, piece] of pieces.slice(0, spokenPieces).entries()) {
    if (isPlayedCompletely(piece, sounded[at] ?? 0)) piece.sound.release();
  }
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
  speech.heardAtPause = null;
  forget(speech);
};

const forget = (speech: Speech): void => {
  speech.pieces = [];
  speech.spokenPieces = 0;
};

/** Returns the pieces that were not played completely, including ones that were handed over whole. */
const listNotSounded = ({ pieces, spokenPieces }: Speech, waitingMs: number): Piece[] => {
  const sounded = countSoundedMs(pieces, waitingMs);
  return pieces.filter((piece, at) => at >= spokenPieces || !isPlayedCompletely(piece, sounded[at] ?? 0));
};
