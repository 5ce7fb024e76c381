import type { Speak } from "../../infra/models/speech.ts";
import {
  countPlayedMs,
  isPlayedCompletely,
  readPlayedText,
  rewindToPlayed,
  rewindToWord,
  type SpokenPiece,
} from "./playback-position.ts";
import { createSentenceAudio } from "./sentence-audio.ts";

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
  /** Plays the recording at this address, whose words are not known. */
  play(url: string, options: { interruptible: boolean }): void;
  /** Ends the agent's turn: `onDone` is called when all of it was played. */
  finish(onDone: () => void): void;
  isSpeaking(): boolean;
  /** Stops for a moment, until `letGo`, `pause` or `interrupt`; returns false when the speech may not be interrupted. */
  hold(): boolean;
  /** Continues after `hold`, with the very next sample. */
  letGo(): void;
  /** Stops until `goOn` or `interrupt`, and says nothing that is added; returns false when the speech may not be interrupted. */
  pause(): boolean;
  isPaused(): boolean;
  /** Continues after a pause, from the word that was not heard completely. */
  goOn(): void;
  /**
   * Stops, and returns what was heard since `begin`; null where it may not be interrupted. What was added during a pause
   * and may not be interrupted is said all the same.
   */
  interrupt(): string | null;
  /** Stops at once, whatever may be interrupted, and returns what was heard since `begin`. */
  cut(): string;
  /** Begins a new turn after the person has spoken. */
  begin(): void;
  /** Drops what has come of this turn, which is made anew; what is left of earlier ones is said all the same. */
  startOver(): void;
  /** Drops everything: the call is over. */
  reset(): void;
}

interface Piece extends SpokenPiece {
  stop: AbortController;
  isFailureTold: boolean;
  hasSounded: boolean;
  /** The person has spoken since. */
  isOfEarlierTurn: boolean;
}

interface Parts {
  speak: Speak;
  /** Yields the sound of a recording. */
  fetchRecording(url: string, signal: AbortSignal): AsyncIterable<Int16Array>;
  speaker: Speaker;
  sampleRate: number;
  /** Called with the first sound of a sentence that can be heard: it is played this much later. */
  onSound(afterMs: number): void;
  onFailure(error: unknown): void;
}

interface Speech {
  pieces: Piece[];
  spokenPieces: number;
  isBusy: boolean;
  onDone: (() => void) | null;
  isHeld: boolean;
  /** The part that was heard before the pause; null: it is not paused. */
  heardAtPause: string | null;
  /** Increases when it is paused or dropped, so that running work stops. */
  generation: number;
}

/** Says one sentence after another; the sound of the next is requested while one is spoken. */
export const createSpeechPlayer = (parts: Parts): SpeechPlayer => {
  const { speak, fetchRecording, speaker, sampleRate } = parts;
  const speech = newSpeech();
  const add = (
    { text, interruptible }: Pick<Piece, "text" | "interruptible">,
    ask: (signal: AbortSignal) => AsyncIterable<Int16Array>,
  ) => {
    const stop = new AbortController();
    const sound = createSentenceAudio(ask(stop.signal), sampleRate);
    speech.pieces.push({
      text,
      interruptible,
      stop,
      sound,
      handedOver: 0,
      isFailureTold: false,
      hasSounded: false,
      isOfEarlierTurn: false,
    });
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
    hold: () => speech.isBusy && hold(speech, speaker),
    letGo: () => letGo(speech, parts),
    pause: () => pause(speech, parts),
    isPaused: () => speech.heardAtPause !== null,
    goOn: () => {
      if (speech.heardAtPause === null) return;
      speech.heardAtPause = null;
      void speakAll(speech, parts);
    },
    interrupt: () => {
      if (!pause(speech, parts)) return null;
      const heard = speech.heardAtPause;
      // That was added during the pause.
      dropBut(speech, parts, ({ interruptible }) => !interruptible);
      return heard;
    },
    cut: () => cutOff(speech, parts),
    begin: () => {
      if (!speech.isBusy) return forget(speech);
      for (const piece of speech.pieces) piece.isOfEarlierTurn = true;
    },
    startOver: () => {
      if (!speech.isHeld && speech.heardAtPause === null) stopSounding(speech, speaker);
      dropBut(speech, parts, ({ isOfEarlierTurn }) => isOfEarlierTurn);
    },
    reset: () => drop(speech, speaker),
  };
};

const newSpeech = (): Speech => ({
  pieces: [],
  spokenPieces: 0,
  isBusy: false,
  onDone: null,
  isHeld: false,
  heardAtPause: null,
  generation: 0,
});

const hold = (speech: Speech, speaker: Speaker): boolean => {
  if (speech.isHeld || speech.heardAtPause !== null) return true;
  if (mayNotBeInterrupted(speech, speaker.waitingMs())) return false;
  stopSounding(speech, speaker);
  speech.isHeld = true;
  return true;
};

/** Sound that was handed over and not played is handed over again by the next speaker. */
const stopSounding = (speech: Speech, speaker: Speaker): void => {
  speech.spokenPieces = rewindToPlayed(speech.pieces, speaker.waitingMs());
  speech.generation += 1;
  speaker.clear();
};

const letGo = (speech: Speech, parts: Parts): void => {
  if (!speech.isHeld) return;
  speech.isHeld = false;
  void speakAll(speech, parts);
};

const pause = (speech: Speech, parts: Parts): boolean => {
  if (speech.heardAtPause !== null) return true;
  if (!hold(speech, parts.speaker)) return false;
  if (mayNotBeInterrupted(speech, 0)) {
    // The piece was added while the speech was held.
    letGo(speech, parts);
    return false;
  }
  speech.isHeld = false;
  speech.heardAtPause = readPlayedText(
    speech.pieces.filter(({ isOfEarlierTurn }) => !isOfEarlierTurn),
    0,
  );
  rewindToWord(speech.pieces);
  return true;
};

const cutOff = (speech: Speech, parts: Parts): string => {
  for (const piece of speech.pieces) piece.interruptible = true;
  pause(speech, parts);
  const heard = speech.heardAtPause ?? "";
  drop(speech, parts.speaker);
  return heard;
};

/** Drops all but these of the pieces that have not sounded, and says them. */
const dropBut = (speech: Speech, parts: Parts, isKept: (piece: Piece) => boolean): void => {
  const kept = speech.pieces.slice(speech.spokenPieces).filter(isKept);
  speech.pieces = speech.pieces.filter((piece) => !kept.includes(piece));
  const { onDone } = speech;
  drop(speech, parts.speaker);
  if (kept.length === 0) return;
  speech.pieces = kept;
  speech.onDone = onDone;
  void speakAll(speech, parts);
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

/** Voices begin with some silence. */
const QUIETEST = 100;
const isAudible = (sample: number): boolean => Math.abs(sample) > QUIETEST;

const soundPiece = async (speech: Speech, piece: Piece, { speaker, onSound, onFailure }: Parts): Promise<void> => {
  const mine = speech.generation;
  try {
    for (;;) {
      const part = await piece.sound.partAt(piece.handedOver);
      if (part === null || mine !== speech.generation) return;
      if (!piece.hasSounded && part.some(isAudible)) {
        piece.hasSounded = true;
        onSound(speaker.waitingMs());
      }
      // The part counts as waiting for a caller that stops the speech before there is room for it.
      piece.handedOver += part.length;
      await speaker.play(part);
      if (mine !== speech.generation) return;
    }
  } catch (error) {
    if (mine !== speech.generation || piece.isFailureTold) return;
    piece.isFailureTold = true;
    onFailure(error);
  }
};

/** Frees the played sound of a long answer. */
const releaseSounded = ({ pieces, spokenPieces }: Speech, waitingMs: number): void => {
  const sounded = countPlayedMs(pieces, waitingMs);
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
  speech.isHeld = false;
  speech.heardAtPause = null;
  forget(speech);
};

const forget = (speech: Speech): void => {
  speech.pieces = [];
  speech.spokenPieces = 0;
};

/** Tells whether a piece that may not be interrupted was not played completely, maybe one that was handed over as a whole. */
const mayNotBeInterrupted = ({ pieces, spokenPieces }: Speech, waitingMs: number): boolean => {
  const sounded = countPlayedMs(pieces, waitingMs);
  return pieces.some(
    (piece, at) => !piece.interruptible && (at >= spokenPieces || !isPlayedCompletely(piece, sounded[at] ?? 0)),
  );
};
