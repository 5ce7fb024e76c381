/**
 * The parts of a turn, in their order. From the person's last sound to the agent's first one pass `end_of_turn`, `recognized`,
 * `first_token`, `first_words` and `first_sound`; `heard` is before, and `spoken` after.
 */
export const TURN_STAGES = [
  "heard",
  "end_of_turn",
  "recognized",
  "first_token",
  "first_words",
  "first_sound",
  "spoken",
] as const;
export type TurnStage = (typeof TURN_STAGES)[number];

/** Milliseconds of each part. One that nobody measured, because a carrier speaks itself or no model was asked, is absent. */
export type TurnStages = Partial<Record<TurnStage, number>>;

/** The parts that the person waits for. */
export const AWAITED_STAGES = TURN_STAGES.filter((stage) => stage !== "heard" && stage !== "spoken");

/** What the turn engine measures, in milliseconds from the moment at which it had the person's words. */
export interface WordTimes {
  /** Until the model's first token; null: the first words are not a model's. */
  firstTokenMs: number | null;
  /** From there until the first sentence was handed over; null: the turn said nothing. */
  firstWordsMs: number | null;
}

/** What the end that hears and speaks measures of a turn, in milliseconds; null: there was none. */
export interface SoundTimes {
  /** How long the person spoke. */
  heardMs: number | null;
  /** From their last sound to the decision that their turn has ended. */
  endOfTurnMs: number | null;
  /** From there until their words were known. */
  recognizedMs: number | null;
  /** From the first words of the answer to its first sound. */
  soundMs: number | null;
  /** From the person's last sound, or written word, to the first sound of the answer. */
  responseMs: number | null;
  /** From there until the agent was silent. */
  spokenMs: number | null;
}

/** Computes what a turn's words took; times of `performance.now()`. */
export const measureWords = (
  startedAt: number,
  { firstTokenAt, firstSentenceAt }: { firstTokenAt: number | null; firstSentenceAt: number | null },
): WordTimes => {
  const since = (at: number) => Math.max(Math.round(at - startedAt), 0);
  const isOfModel = firstTokenAt !== null && (firstSentenceAt === null || firstTokenAt <= firstSentenceAt);
  const firstTokenMs = isOfModel ? since(firstTokenAt) : null;
  const firstWordsMs = firstSentenceAt === null ? null : since(firstSentenceAt) - (firstTokenMs ?? 0);
  return { firstTokenMs, firstWordsMs };
};

/**
 * Returns the parts of a turn. The way of the words between two processes belongs to `first_sound`, so that the parts that the person
 * waits for add up to what they waited.
 */
export const listStages = (times: WordTimes & SoundTimes): TurnStages => {
  const { heardMs, endOfTurnMs, recognizedMs, firstTokenMs, firstWordsMs, soundMs, responseMs, spokenMs } = times;
  const before = [endOfTurnMs, recognizedMs, firstTokenMs, firstWordsMs];
  const firstSoundMs =
    soundMs === null || responseMs === null
      ? soundMs
      : Math.max(responseMs - before.reduce<number>((sum, ms) => sum + (ms ?? 0), 0), 0);
  const all: [TurnStage, number | null][] = [
    ["heard", heardMs],
    ["end_of_turn", endOfTurnMs],
    ["recognized", recognizedMs],
    ["first_token", firstTokenMs],
    ["first_words", firstWordsMs],
    ["first_sound", firstSoundMs],
    ["spoken", spokenMs],
  ];
  return Object.fromEntries(all.filter(([, ms]) => ms !== null));
};
