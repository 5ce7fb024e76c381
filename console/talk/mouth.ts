/** Something to be said: a sentence, or a recording. */
interface Piece {
  text: string;
  source: string | null;
  interruptible: boolean;
  /** Characters of it that have been spoken. */
  spoken: number;
}

export interface Mouth {
  say(text: string, options: { interruptible: boolean }): void;
  play(source: string, options: { interruptible: boolean }): void;
  /** Nothing more comes before the person has the word: `onDone` is called when all of it has been spoken. */
  finish(onDone: () => void): void;
  isSpeaking(): boolean;
  /** Stops, and gives what was heard of what was said since `begin`; null where it may not be spoken over. */
  interrupt(): string | null;
  /** What is being said or was said lately, to tell an echo from a person. */
  recentWords(): string;
  /** The person has spoken: what was said before is done with. */
  begin(): void;
  /** The server says the last turn again. */
  reset(): void;
  setLanguage(language: string): void;
}

const VOICES_WITHIN_MS = 1500;

/** Whether the browser has any voice; some tell of theirs late. */
export const hasVoice = async (): Promise<boolean> => {
  if (!("speechSynthesis" in window)) return false;
  if (speechSynthesis.getVoices().length > 0) return true;
  const { promise, resolve } = Promise.withResolvers<void>();
  speechSynthesis.addEventListener("voiceschanged", () => resolve(), { once: true });
  setTimeout(resolve, VOICES_WITHIN_MS);
  await promise;
  return speechSynthesis.getVoices().length > 0;
};

/** The agent's mouth: the browser's own voice. Without one, everything counts as spoken when it is shown. */
export const createMouth = ({ isSilent, language }: { isSilent: boolean; language: string }): Mouth => {
  let pieces: Piece[] = [];
  let current = 0;
  let isBusy = false;
  let onDone: (() => void) | null = null;
  let spokenLanguage = language;
  let stopCurrent = () => {};
  /** Counts up when everything is dropped: ends of what was dropped mean nothing any more. */
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
      const heard = pieces.map(heardOf).filter(Boolean).join(" ");
      drop();
      pieces = [];
      current = 0;
      return heard;
    },
    recentWords: () => pieces.map(({ text }) => text).join(" "),
    begin: () => {
      pieces = [];
      current = 0;
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

/** Whole words: one that was begun has not been heard. */
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
