import type { SentenceAudio } from "./sentence-audio.ts";

/** A sentence, or a recording of whose words nothing is known, while it is spoken. */
export interface SpokenPiece {
  text: string;
  interruptible: boolean;
  sound: SentenceAudio;
  /** The number of its samples that were handed over to be played. */
  handedOver: number;
}

/** Used for a sentence whose sound still arrives, or never comes completely: voices speak about 15 characters a second. */
const CHARACTERS_PER_MS = 13 / 1000;

/** Returns the text that was played, in whole words; `waitingMs` at the end of what was handed over is still waiting. */
export const readPlayedText = (pieces: readonly SpokenPiece[], waitingMs: number): string => {
  const sounded = countPlayedMs(pieces, waitingMs);
  const complete = countComplete(pieces, sounded);
  const words = pieces.slice(0, complete + 1).map((piece, at) => {
    // Where the model could not speak a sentence to its end, all that came of it is only a part.
    const isWhole = at < complete && !piece.sound.hasFailed();
    return isWhole ? piece.text : readPlayedOfPiece(piece, sounded[at] ?? 0);
  });
  return words.filter((each) => each !== "").join(" ");
};

/** Takes back what was handed over and not played. Returns the number of pieces that were played completely. */
export const rewindToPlayed = (pieces: readonly SpokenPiece[], waitingMs: number): number => {
  const sounded = countPlayedMs(pieces, waitingMs);
  const complete = countComplete(pieces, sounded);
  for (const [at, piece] of pieces.entries()) {
    if (at >= complete) piece.handedOver = piece.sound.findSampleAt(sounded[at] ?? 0);
  }
  return complete;
};

/** Takes back the begun word, too, which does not count as heard. Call it after `rewindToPlayed`. */
export const rewindToWord = (pieces: readonly SpokenPiece[]): void => {
  for (const piece of pieces) {
    const { sound, handedOver } = piece;
    const soundedMs = sound.countMsBefore(handedOver);
    if (isPlayedCompletely(piece, soundedMs)) continue;
    piece.handedOver = sound.findSampleAt(findEndOfPlayedWordMs(piece, soundedMs));
  }
};

const countComplete = (pieces: readonly SpokenPiece[], sounded: readonly number[]): number => {
  const at = pieces.findIndex((piece, index) => !isPlayedCompletely(piece, sounded[index] ?? 0));
  return at < 0 ? pieces.length : at;
};

/** Returns how much of each piece was played. */
export const countPlayedMs = (pieces: readonly SpokenPiece[], waitingMs: number): number[] => {
  let waiting = waitingMs;
  return pieces
    .toReversed()
    .map(({ sound, handedOver }) => {
      const handedOverMs = sound.countMsBefore(handedOver);
      const soundedMs = Math.max(handedOverMs - waiting, 0);
      waiting = Math.max(waiting - handedOverMs, 0);
      return soundedMs;
    })
    .toReversed();
};

/** Tells whether a piece was played to its end; false also when its sound has not arrived completely. */
export const isPlayedCompletely = ({ sound }: SpokenPiece, soundedMs: number): boolean => {
  const wholeMs = sound.wholeMs();
  return wholeMs !== null && soundedMs >= wholeMs;
};

const readPlayedOfPiece = (piece: SpokenPiece, soundedMs: number): string => {
  const { text } = piece;
  const cut = text.slice(0, Math.floor(soundedMs * charactersPerMs(piece)));
  if (cut.length >= text.length) return text;
  // A word that was begun does not count as heard.
  return cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)).trim();
};

/** A recording, whose words are not known, continues where it was. */
const findEndOfPlayedWordMs = (piece: SpokenPiece, soundedMs: number): number =>
  piece.text === "" ? soundedMs : readPlayedOfPiece(piece, soundedMs).length / charactersPerMs(piece);

const charactersPerMs = ({ text, sound }: SpokenPiece): number => {
  const wholeMs = sound.wholeMs();
  return wholeMs && !sound.hasFailed() ? text.length / wholeMs : CHARACTERS_PER_MS;
};
