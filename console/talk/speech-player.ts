/** A sentence or a recording to say. */
interface Piece {
  text: string;
  source: string | null;
  interruptible: boolean;
  /** The number of characters that were spoken. */
  spoken: number;
  /** The person has spoken since. */
  isOfEarlierTurn?: boolean;
}

export interface SpeechPlayer {
  say(text: string, options: { interruptible: boolean }): void;
  play(source: string, options: { interruptible: boolean }): void;
  /** Ends the agent's turn: `onDone` is called when all of it was spoken. */
  finish(onDone: () => void): void;
  isSpeaking(): boolean;
  /** Stops, and returns what was heard since `begin`; null where it may not be interrupted. */
  interrupt(): string | null;
  /** Returns what is being said or was said lately, to distinguish an echo from a person. */
  recentWords(): string;
  /** Begins a new turn after the person has spoken. */
  begin(): void;
  /** Drops everything: the server makes the reply anew. */
  reset(): void;
  setLanguage(language: string): void;
}

const VOICES_WITHIN_MS = 1500;

/** Resolves with whether the browser has any voice; some report theirs late. */
export const hasVoice = async (): Promise<boolean> => {
  if (!("speechSynthesis" in window)) return false;
  if (speechSynthesis.getVoices().length > 0) return true;
  const { promise, resolve } = Promise.withResolvers<void>();
  speechSynthesis.addEventListener("voiceschanged", () => resolve(), { once: true });
  setTimeout(resolve, VOICES_WITHIN_MS);
  await promise;
  return speechSynthesis.getVoices().length > 0;
};

/** Speaks with the browser's own voice. Without one, everything counts as spoken when it is shown. */
export const createSpeechPlayer = ({ isSilent, language }: { isSilent: boolean; language: string }): SpeechPlayer => {
  let pieces: Piece[] = [];
  let current = 0;
  let isBusy = false;
  let onDone: (() => void) | null = null;
  let spokenLanguage = language;
  let stopCurrent = () => {};
  /** Increases when everything is dropped, so that late ends of dropped speech are ignored. */
  let generation = 0;

  const next = () => {
    const piece = pieces[current];
    if (!piece) {
      isBusy = false;
      const done = onDone;
      onDone = null;
      done?.();
      return;
    }
    isBusy = true;
    const mine = generation;
    const ended = () => {
      if (mine !== generation) return;
      piece.spoken = piece.text.length;
      current += 1;
      next();
    };
    if (piece.source === null) stopCurrent = speak(piece, ended);
    else stopCurrent = playRecording(piece.source, ended);
  };
  const speak = (piece: Piece, ended: () => void): (() => void) => {
    if (isSilent) {
      ended();
      return () => {};
    }
    const utterance = new SpeechSynthesisUtterance(piece.text);
    utterance.lang = spokenLanguage;
    utterance.addEventListener("boundary", ({ charIndex }) => {
      piece.spoken = charIndex;
    });
    utterance.addEventListener("end", ended);
    utterance.addEventListener("error", ended);
    speechSynthesis.speak(utterance);
    return () => speechSynthesis.cancel();
  };
  const add = (piece: Piece) => {
    pieces.push(piece);
    if (!isBusy) next();
  };
  const drop = () => {
    generation += 1;
    stopCurrent();
    isBusy = false;
    onDone = null;
  };
  return {
    say: (text, { interruptible }) => add({ text, source: null, interruptible, spoken: 0 }),
    play: (source, { interruptible }) => add({ text: "", source, interruptible, spoken: 0 }),
    finish: (done) => {
      if (isBusy) onDone = done;
      else done();
    },
    isSpeaking: () => isBusy,
    interrupt: () => {
      if (pieces[current]?.interruptible === false) return null;
      const ofTurn = pieces.filter(({ isOfEarlierTurn }) => !isOfEarlierTurn);
      const heard = ofTurn.map(heardOf).filter(Boolean).join(" ");
      drop();
      pieces = [];
      current = 0;
      return heard;
    },
    recentWords: () => pieces.map(({ text }) => text).join(" "),
    begin: () => {
      // Words that may not be interrupted are still being said.
      pieces = isBusy ? pieces.slice(current) : [];
      current = 0;
      for (const piece of pieces) piece.isOfEarlierTurn = true;
    },
    reset: () => {
      drop();
      pieces = [];
      current = 0;
    },
    setLanguage: (changed) => {
      spokenLanguage = changed;
    },
  };
};

/** Returns whole words: one that was begun does not count as heard. */
const heardOf = ({ text, spoken }: Piece): string => {
  if (spoken >= text.length) return text.trim();
  return text.slice(0, spoken).trim();
};

const playRecording = (source: string, ended: () => void): (() => void) => {
  const audio = new Audio(source);
  audio.addEventListener("ended", ended);
  audio.addEventListener("error", ended);
  void audio.play().catch(ended);
  return () => audio.pause();
};
